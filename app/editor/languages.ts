/** Languages of code blocks: what stands in `language-…`, and what people call it. The public page colors these. */
export const languages = [
  ['bash', 'Bash'], ['c', 'C'], ['cpp', 'C++'], ['csharp', 'C#'], ['css', 'CSS'], ['diff', 'Diff'],
  ['dockerfile', 'Dockerfile'], ['elixir', 'Elixir'], ['go', 'Go'], ['graphql', 'GraphQL'], ['haskell', 'Haskell'],
  ['html', 'HTML'], ['http', 'HTTP'], ['ini', 'INI'], ['java', 'Java'], ['javascript', 'JavaScript'], ['json', 'JSON'],
  ['kotlin', 'Kotlin'], ['lua', 'Lua'], ['makefile', 'Makefile'], ['markdown', 'Markdown'], ['nginx', 'nginx'],
  ['perl', 'Perl'], ['php', 'PHP'], ['python', 'Python'], ['r', 'R'], ['ruby', 'Ruby'], ['rust', 'Rust'],
  ['scss', 'SCSS'], ['shell', 'Shell session'], ['sql', 'SQL'], ['swift', 'Swift'], ['toml', 'TOML'],
  ['typescript', 'TypeScript'], ['xml', 'XML'], ['yaml', 'YAML'],
].map(([id = '', name = '']) => ({ id, name })); // prettier-ignore
