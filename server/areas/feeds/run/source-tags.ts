/** The tags that a source gave for its file, to ask it for a newer one. */
export interface SourceTags {
  etag: string | null
  last_modified: string | null
  further: readonly { feed_file_id: number; etag: string | null; last_modified: string | null }[]
}
