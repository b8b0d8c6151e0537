import type { RawBuilder } from 'kysely'
import { sql, type Db } from '#server/platform/database/db.ts'
import { contains, literal } from '#server/platform/database/sql.ts'
import { wordsOf } from '#server/platform/database/spelling.ts'
import { nearest, type Alike, type Named } from './nearest.ts'
import type { Sought } from './term.ts'

/** Of fewer letters nearly every record holds them somewhere: they are looked for where words begin. */
const fewLetters = /^[ -~]{1,2}$/

/** The column, in small letters, holds the text. An address's words begin behind its `//`. */
function holds(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  // marks alone are in no index, and in every email
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`${column} = lower(${text})`
  if (!fewLetters.test(text)) return sql`${column} like lower(${contains(text)})`
  const begins = literal(text.toLowerCase())
  const patterns = [`${begins}%`, `% ${begins}%`, `%//${begins}%`]
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`
}

/** Notes hold nearly every short word: fewer letters aren't looked for in them. */
export const shortestInNotes = 4
const noteHolds = (text: string) =>
  text.length < shortestInNotes ? sql<boolean>`false` : holds(sql`lower(n.note)`, text)

/** The ids of vendors that are called just so, or have just this email or phone. */
const calledSo = ({ text, phone }: Pick<Sought, 'text' | 'phone'>) => sql`
    select x.vendor_id from vendor x where x.company_key = lower(${text})
    union all
    select k.vendor_id from contact k where lower(k.email) = lower(${text})
    ${
      phone === null
        ? sql``
        : sql`union all
    select k.vendor_id from contact k where k.person_key like ${`%${phone}`}`
    }`

/** The ids of those that `exactness` puts first. */
export const exactly = (sought: Sought) => sql`
    ${calledSo(sought)}
    ${
      sought.id === null
        ? sql``
        : sql`union all
    select x.vendor_id from vendor x where x.vendor_id = ${sought.id}`
    }`

/** Of more places that hold a term not all are read. */
export const mostPlaces = 10_000

/** What a place says of its vendor `v`, and how good a match it is. */
const place = (grade: number) =>
  sql`v.vendor_id, v.insert_tm, v.primary_contact_id, ${sql.lit(grade)} as grade`

/**
 * Customers whose company, store's address, or a contact's name, email or phone holds the term, or that have
 * a charge of that transaction number; the one of that id; and those with a note that holds it, whose vendor
 * isn't looked at. Once for each place that holds it, with how good a match it is: 2 the id, 1 called just so
 * or of just this email or phone, -1 a note, else 0. The best come first.
 */
export const placesMatching = ({ id, text, phone, address }: Sought) => sql`
    ${
      id === null
        ? sql``
        : sql`select ${place(2)}
    from vendor v
    where v.vendor_id = ${id} and not v.is_staff
    union all`
    }
    select ${place(1)}
    from vendor v
    where v.vendor_id = any(array(${calledSo({ text, phone })})) and not v.is_staff
    union all
    select ${place(0)}
    from vendor v
    where ${holds(sql`v.company_key`, text)} and not v.is_staff
    union all
    select ${place(0)}
    from contact k
    join vendor v using (vendor_id)
    where ${holds(sql`k.person_key`, phone ?? text)} and not v.is_staff
    union all
    select ${place(0)}
    from vendor_store s
    join vendor v using (vendor_id)
    where ${holds(sql`s.address_key`, address)} and not v.is_staff
    union all
    select ${place(0)}
    from vendor_charge h
    join vendor v using (vendor_id)
    where lower(h.transaction_num) = lower(${text}) and not v.is_staff
    union all
    select n.vendor_id, null, null, -1
    from vendor_note n
    where n.deleted_tm is null
      and ${noteHolds(text)}
      and n.vendor_id not in (select x.vendor_id from vendor x where x.is_staff)`

/** The vendors whose places these are, each once, with its best match and how many places hold the term. */
export const vendorsIn = (places: RawBuilder<unknown>) => sql`
    select
      vendor_id,
      max(insert_tm) as insert_tm,
      max(primary_contact_id) as primary_contact_id,
      max(grade) as best,
      count(*) as places,
      count(*) filter (where grade >= 0) as named
    from ${places} m
    group by vendor_id`

/** Whether anything of vendor `v` but its notes holds the term. */
export const holdsTerm = (sought: Sought) => sql<boolean>`(
    ${holds(sql`v.company_key`, sought.text)}
    or exists (
      select from contact k
      where k.vendor_id = v.vendor_id and ${holds(sql`k.person_key`, sought.phone ?? sought.text)})
    or exists (
      select from vendor_store s
      where s.vendor_id = v.vendor_id and ${holds(sql`s.address_key`, sought.address)})
    or exists (
      select from vendor_charge h
      where h.vendor_id = v.vendor_id and lower(h.transaction_num) = lower(${sought.text})))`

/**
 * Why vendor `v` with its contact `c` was found: what of another contact, a store, a charge or a note holds
 * the term. Nothing where its id, company or email does, which stand in every list.
 */
export const whyMatched = (sought: Sought) => sql`
  select m.by, m.text
  from (
    select
      case
        when ${holds(sql`k.name_key`, sought.text)} then 'contact'
        when ${holds(sql`lower(k.email)`, sought.text)} then 'email'
        else 'phone'
      end as by,
      case
        when ${holds(sql`k.name_key`, sought.text)} then k.first_name || ' ' || k.last_name
        when ${holds(sql`lower(k.email)`, sought.text)} then k.email
        else k.primary_phone
      end as text
    from contact k
    where k.vendor_id = v.vendor_id and ${holds(sql`k.person_key`, sought.phone ?? sought.text)}
    union all
    select 'store', s.store_url
    from vendor_store s
    where s.vendor_id = v.vendor_id and ${holds(sql`s.address_key`, sought.address)}
    union all
    select 'charge', h.transaction_num
    from vendor_charge h
    where h.vendor_id = v.vendor_id and lower(h.transaction_num) = lower(${sought.text})
    union all
    (
      select 'note', ${excerptOf(sought.text)}
      from vendor_note n
      where n.vendor_id = v.vendor_id and n.deleted_tm is null and ${noteHolds(sought.text)}
      order by n.vendor_note_id desc
      limit 1)) m
  where not (
    ${sought.id === null ? sql`false` : sql`v.vendor_id = ${sought.id}`}
    or ${holds(sql`v.company_key`, sought.text)}
    or ${holds(sql`lower(coalesce(c.email, ''))`, sought.text)})
  limit 1`

const around = 40
/** What note `n` says, the term in its midst. */
const excerptOf = (text: string) => sql`(
  select
    case when at.begin > 1 then '…' else '' end
    || regexp_replace(trim(substr(n.note, at.begin, at.length)), '\\s+', ' ', 'g')
    || case when at.begin + at.length <= length(n.note) then '…' else '' end
  from (
    select greatest(1, position(lower(${text}) in lower(n.note)) - ${around}::int) as begin,
      ${2 * around + text.length}::int as length) at)`

/** More vendors of names alike are not shown. */
export const mostAlike = 100
/** Of more names that resemble the term as a whole it isn't looked which are it but for slips. */
export const mostCompared = 5000
const shortestName = 4

/**
 * Vendors whose company or a contact's name is the term but for slips, the nearest first, for a term that
 * nothing holds; and whether there may be more of them.
 */
export async function vendorsAlike(
  db: Db,
  term: string,
  where = sql`true`,
): Promise<{ alike: Alike[]; more: boolean }> {
  const words = wordsOf(term)
  if (!words.some((word) => word.length >= shortestName)) return { alike: [], more: false }
  const text = words.join(' ')
  const { rows } = await sql<Named>`
    select a.vendor_id, a.name
    from (
      select v.vendor_id, v.company as name, strict_word_similarity(${text}, v.company_key) as likeness
      from vendor v
      where ${text} <<% v.company_key and not v.is_staff and ${where}
      union all
      select v.vendor_id, k.first_name || ' ' || k.last_name, strict_word_similarity(${text}, k.name_key)
      from contact k
      join vendor v on v.vendor_id = k.vendor_id
      where ${text} <<% k.name_key and not v.is_staff and ${where}) a
    order by a.likeness desc, a.vendor_id
    limit ${mostCompared}`.execute(db)
  const alike = nearest(words, rows)
  return { alike: alike.slice(0, mostAlike), more: rows.length === mostCompared || alike.length > mostAlike }
}
