// What StrykerJS leaves alone: the contract's operations and descriptions, declared and not decided; the
// type check and the server's tests hold them.
interface Path {
  node: { type: string; id?: { name?: string }; callee?: { property?: { name?: string } } }
  parentPath: Path | null
  listKey?: string
}

function shouldIgnore({ node, parentPath, listKey }: Path): string | undefined {
  if (node.type === 'VariableDeclarator' && node.id?.name?.endsWith('Operations')) return 'operations'
  return listKey === 'arguments' && parentPath?.node.callee?.property?.name === 'describe'
    ? 'a description'
    : undefined
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'declared', value: { shouldIgnore } }]
