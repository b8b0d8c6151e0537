const names: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '|': 'pipe',
  '\t': 'tab',
  '^': 'caret (^)',
  '~': 'tilde (~)',
  ':': 'colon',
  '¦': 'broken bar (¦)',
  '§': 'section sign (§)',
  '\x1f': 'unit separator',
  '\x01': 'Ctrl-A',
}

export const delimiterName = (delimiter: string): string => names[delimiter] ?? delimiter
