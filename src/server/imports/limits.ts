// How large a file may be that is imported, whatever it is.

/** Twice what the product promises. Above it a file is split, not refused half-way through a long wait. */
export const maxRows = 100_000
export const maxColumns = 500
/** That are filled, of a workbook: its sheet is kept in memory while it is read. */
export const maxCells = 3_000_000
/** Blocks of merged cells that span several rows. */
export const maxMerges = 100_000
/** Characters of all cells, before any is cut. A CSV file of the largest size has half as many. */
export const maxText = 64_000_000
/** Characters of one cell that are kept: as many as the longest field takes, which is notes. */
export const maxCellText = 20_000
