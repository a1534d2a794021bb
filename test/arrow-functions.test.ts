import { expect, test } from 'vitest'
import { withoutArrowFunctions } from '../scripts/bundle/arrow-functions.ts'

const PADDING = '"long enough to be worth it"'

/** Modules that put a value in `result`. Each has an arrow function that can be written as a function. */
const WRITTEN: readonly string[] = [
  `result=(()=>${PADDING})();`,
  `result=(a=>a+${PADDING})(1);`,
  `result=((a,b=2)=>{return[a,b,${PADDING}]})(1);`,
  `result=(({a},[b],...c)=>({a,b,c,d:${PADDING}}))({a:1},[2],3,4);`,
  `result=(a=>b=>c=>[a,b,c,${PADDING}])(1)(2)(3);`,
  `result=((a=(()=>${PADDING})())=>[a,${PADDING}])();`,
  `function f(){return(a,b)=>[a,b,${PADDING}]}result=f()(1,2);`,
  `function f(){return a=>[a,${PADDING}]}result=f()(1);`,
  `result=await(async a=>[await a,${PADDING}])(Promise.resolve(1));`,
  `result=await(async(a,b)=>{await a;return[b,${PADDING}]})(1,2);`,
  `const named=()=>${PADDING};result=named.name+named();`,
  `result=true?a=>a+${PADDING}:b=>b+${PADDING};result=result(1);`,
  `result=[3,1,2].sort((a,b)=>a-b||${PADDING}.length).map(a=>\`\${a}\${(b=>b+${PADDING})(a)}\`);`,
  `class A{b=1;c(){return this.b}static d=()=>{return ${PADDING}}}result=(()=>[new A().c(),A.d(),${PADDING}])();`,
]

/** The same where an arrow function needs what is around it. */
const KEPT: readonly string[] = [
  `function f(){return(()=>[this.a,${PADDING}])()}result=f.call({a:1});`,
  `function f(){return(()=>(()=>[arguments[0],${PADDING}])())()}result=f(1);`,
  `function F(){this.a=(()=>new.target===F&&${PADDING})()}result=new F().a;`,
  `class A{a(){return 1}}class B extends A{a(){return(()=>[super.a(),${PADDING}])()}}result=new B().a();`,
  `class A{a=1;b=()=>[this.a,${PADDING}]}result=new A().b.call(undefined);`,
  `function f(){return(()=>({[this.a]:${PADDING}}))()}result=f.call({a:"b"});`,
  `function f(){return(()=>({[this.a](){return ${PADDING}}}))().b()}result=f.call({a:"b"});`,
  `function f(){return(()=>class{[this.a]=${PADDING}})()}result=new(f.call({a:"b"}))().b;`,
  `function f(){return(()=>class extends this.A{})()}class A{a=${PADDING}}result=new(f.call({A}))().a;`,
]

test.each([...WRITTEN, ...KEPT])('has the same result: %s', async (code) => {
  const written = withoutArrowFunctions(code)
  expect(await resultOf(written)).toEqual(await resultOf(code))
  expect(withoutArrowFunctions(written)).toBe(written)
})

test.each(WRITTEN)('has a function: %s', (code) => {
  expect(withoutArrowFunctions(code)).toContain('function')
  expect(withoutArrowFunctions(code).length).toBeGreaterThan(code.length)
})

test.each(KEPT)('keeps the arrow that needs what is around it: %s', (code) => {
  expect(withoutArrowFunctions(code)).toContain('=>')
})

test('leaves what is short', () => {
  expect(withoutArrowFunctions('const a=()=>1;')).toBe('const a=()=>1;')
})

async function resultOf(code: string): Promise<unknown> {
  const module = `let result;${code}export default result;`
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`)).default
}
