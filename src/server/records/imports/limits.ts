// Limits on files to be imported.

/** Twice what the product promises. A larger file must be split, so that it is not rejected halfway through a long import. */
export const maxRows = 100_000
export const maxColumns = 500
/** Filled cells of a workbook, whose sheet is kept in memory while it is read. */
export const maxCells = 3_000_000
/** Blocks of merged cells that span several rows. */
export const maxMerges = 100_000
/** Characters of all cells before any is cut. A CSV file of the largest size has half as many. */
export const maxText = 64_000_000
/** Characters of one cell that are stored: as many as the longest field, notes, accepts. */
export const maxCellText = 20_000
