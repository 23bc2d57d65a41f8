/** As `next`, but with the very parts of `before` that are equal to it: what has not changed is not drawn anew. */
export function sharing<T>(before: unknown, next: T): T {
  if (before === next || !isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next)) return next
  const keys = Object.keys(next)
  let same = keys.length === Object.keys(before).length
  const shared = (Array.isArray(next) ? [] : {}) as Tree
  for (const key of keys) {
    shared[key] = sharing(before[key], next[key])
    same &&= key in before && shared[key] === before[key]
  }
  return (same ? before : shared) as T
}

type Tree = Record<string, unknown>

/** Data as it comes from the server: arrays and plain objects. */
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null
