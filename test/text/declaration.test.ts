import { expect, test } from 'vitest'
import { declarationAround } from '../../src/text/declaration.ts'

/** Each file, with `<` at its declaration's first line, `>` at its last one and `!` at the line that is asked about. */
const FILES: [name: string, text: string, heading?: string][] = [
  [
    'a method of a class',
    'class Pond {\n<  seal(depth: number): void {\n    const a = 1\n!    return\n>  }\n\n  drain() {}\n}',
  ],
  [
    'a function of several lines',
    '<export async function seal(\n  depth: number,\n): Promise<void> {\n!  return\n>}\nseal(1)',
  ],
  ['an arrow function', '<const seal = async (depth: number) => {\n!  depth += 1\n>}\nseal(1)'],
  ['the closing bracket', '<function seal() {\n  a()\n>!}\nseal()'],
  [
    'Python',
    'class Pond:\n<    def seal(\n        self,\n    ) -> None:\n        if x:\n!            y()\n\n>        z()\n\n    def drain(self):\n        pass',
  ],
  ['Go, a method with a receiver', '<func (p *Pond) Seal(depth int) error {\n!\treturn nil\n>}\n\nvar x = 1'],
  [
    'Java',
    'public class Pond {\n<    public static void seal(int depth) throws IOException {\n!        fill();\n>    }\n}',
  ],
  ['Kotlin', '<suspend fun seal(depth: Int): Unit {\n!    fill()\n>}'],
  ['Rust', 'impl Pond {\n<    pub fn seal(&self) -> bool {\n!        true\n>    }\n}'],
  ['Ruby', 'class Pond\n<  def seal(depth)\n!    fill\n>  end\nend'],
  [
    'C, by the heading',
    'int other;\n\n<static int seal(int depth)\n{\n#ifdef DEEP\n!\tfill();\n#endif\n>}\n\nint after;',
    'static int seal(int depth)',
  ],
  ['a test, by the heading', "<test('seals', async () => {\n!  await seal()\n>})\n", "test('seals', async () => {"],
  ['a C++ method', 'struct Pond {\n<  int depth() const noexcept {\n!    return 1;\n>  }\n};'],
]
for (const [name, marked, heading = ''] of FILES)
  test(`the declaration around a line: ${name}`, () => {
    const lines = marked.split('\n')
    const numberOf = (mark: string) => lines.findIndex((line) => /^[<>!]*/.exec(line)?.[0].includes(mark)) + 1
    const plain = lines.map((line) => line.replace(/^[<>!]+/, ''))
    expect(declarationAround(plain, numberOf('!'), heading)).toMatchObject({ start: numberOf('<'), end: numberOf('>') })
  })

test('a line outside of declarations has none, whatever stands above it', () => {
  const lines = ['function seal() {', '  a()', '}', '', 'seal()']
  expect(declarationAround(lines, 5, 'function seal() {')).toBeUndefined()
  expect(declarationAround(['depth: 1', 'width: 2'], 2, 'depth: 1')).toBeUndefined()
  expect(declarationAround(['a', `  x(${'a '.repeat(50_000)}`, '  b'], 3, '')).toBeUndefined()
})

test('the name of the declaration', () => {
  expect(declarationAround(['class Pond {', '  seal() {', '    a()'], 3)?.name).toBe('seal')
  expect(declarationAround(['func (p *Pond) Seal() error {', '\treturn nil'], 2)?.name).toBe('Seal')
})
