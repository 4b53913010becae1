// What a download is: a file that is made while it is read.
export interface DownloadFile {
  /** With its ending: `kabar-2026-11-20.zip`. */
  name: string
  /** Its media type: `application/zip`. */
  type: string
  content: AsyncIterable<Uint8Array>
}
