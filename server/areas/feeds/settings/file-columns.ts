/** What a feed keeps of its main file and of each further one: where it comes from and how it is read. */
export const fileColumns = [
  'source',
  'source_secret',
  'upload_key',
  'upload_name',
  'upload_tm',
  'format',
  'mapping',
] as const
/** Of a further file, beside those. */
export const furtherColumns = ['feed_file_id', 'position', 'name', ...fileColumns] as const
