// Lets others have their turn while a large file is read: whoever reads asks after each row, which costs next to nothing.

/** In milliseconds. Nobody waits much longer for a page because of an import. */
const longestTurn = 10

/** `end` is only worth awaiting when the turn `isOver`. */
export function newTurn() {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began > longestTurn,
    end: async () => {
      await new Promise(setImmediate)
      began = performance.now()
    },
  }
}
