/** What a feed keeps for its main file and for each further one: where it comes from and how it is read. */
export const fileColumns = [
  'source',
  'source_secret',
  'upload_key',
  'upload_name',
  'upload_tm',
  'format',
  'mapping',
] as const
/** The columns of a further file. */
export const furtherColumns = ['feed_file_id', 'position', 'name', ...fileColumns] as const
