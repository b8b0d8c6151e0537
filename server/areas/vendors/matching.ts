import { sql, type Db } from '#server/platform/db.ts'
import { contains } from '#server/platform/sql.ts'
import { nearest, wordsOf, type Alike, type Named } from './nearest.ts'
import type { Sought } from './term.ts'

const holds = (text: string) => sql`lower(${contains(text)})`

/**
 * The vendors `v` whose company, store's address, or a contact's name, email or phone holds the term; and
 * the one of that id. Each once.
 */
export const vendorsMatching = (sought: Sought, columns = sql`v.vendor_id`) => sql`
  select ${columns}
  from vendor v
  where v.company_key like ${holds(sought.text)}
  union
  select ${columns}
  from contact k
  join vendor v on v.vendor_id = k.vendor_id
  where k.person_key like ${holds(sought.phone ?? sought.text)}
  union
  select ${columns}
  from vendor_store s
  join vendor v on v.vendor_id = s.vendor_id
  where s.address_key like ${holds(sought.address)}
  ${sought.id === null ? sql`` : sql`union select ${columns} from vendor v where v.vendor_id = ${sought.id}`}`

/** 2 for vendor `v` of that id; 1 where it is called just so or has just this email or phone; else 0. */
export const exactness = ({ id, text, phone }: Sought) => sql`
  case
    ${id === null ? sql`` : sql`when v.vendor_id = ${id} then 2`}
    when v.vendor_id = any(array(
      select x.vendor_id from vendor x where x.company_key = lower(${text})
      union all
      select k.vendor_id from contact k where lower(k.email) = lower(${text})
      ${
        phone === null
          ? sql``
          : sql`union all
        select k.vendor_id from contact k where k.person_key like ${`%${phone}`}`
      }))
    then 1
    else 0
  end`

/**
 * Why vendor `v` with its contact `c` was found: what of another contact or a store holds the term. Nothing
 * where its id, company or email does, which stand in every list.
 */
export const whyMatched = (sought: Sought) => sql`
  select m.by, m.text
  from (
    select
      case
        when k.name_key like ${holds(sought.text)} then 'contact'
        when lower(k.email) like ${holds(sought.text)} then 'email'
        else 'phone'
      end as by,
      case
        when k.name_key like ${holds(sought.text)} then k.first_name || ' ' || k.last_name
        when lower(k.email) like ${holds(sought.text)} then k.email
        else k.primary_phone
      end as text
    from contact k
    where k.vendor_id = v.vendor_id and k.person_key like ${holds(sought.phone ?? sought.text)}
    union all
    select 'store', s.store_url
    from vendor_store s
    where s.vendor_id = v.vendor_id and s.address_key like ${holds(sought.address)}) m
  where not (
    ${sought.id === null ? sql`false` : sql`v.vendor_id = ${sought.id}`}
    or v.company_key like ${holds(sought.text)}
    or lower(coalesce(c.email, '')) like ${holds(sought.text)})
  limit 1`

/** More vendors of names alike are not looked at. */
export const mostAlike = 100
const shortestName = 4

/**
 * Vendors whose company or a contact's name is the term but for slips, the nearest first; for a term that
 * nothing holds.
 */
export async function vendorsAlike(db: Db, term: string, where = sql`true`): Promise<Alike[]> {
  const words = wordsOf(term)
  if (!words.some((word) => word.length >= shortestName)) return []
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
    limit ${mostAlike}`.execute(db)
  return nearest(words, rows)
}
