import { expect, test } from 'vitest'
import { parsePatch } from '../../src/github/patch-rows.ts'
import { chance } from '../delivery/diffs.ts'
import { SAMPLE_SEED } from '../sample.ts'
import { type ChangedFile, judge, MISTAKES, meantComments, type Verdict } from './sloppy-reviewer.ts'

const HEADER = (before: number, after: number) => `@@ -1,${before} +1,${after} @@`

/** Changes in five languages, with insertions, deletions, tabs and carriage returns. */
const CHANGES: [path: string, rows: string, end?: string][] = [
  [
    'src/orders.js',
    ` export function send(orders) {
-  for (const order of orders) {
-    mail(order.address, order)
-  }
+  log.insert(orders.length)
+  for (let at = 0; at <= orders.length; at += 1) {
+    mail(orders[at].address, orders[at])
+    if (orders[at].gift) {
+      wrap(orders[at])
+    }
+  }
   audit(orders)
   return orders.length
 }`,
  ],
  [
    'pay.py',
    ` def pay(order, account):
     if order.open:
-        charge(account, order.total)
+        amount = order.total - order.discount
+        charge(account, amount)
+        notify(order.customer, amount)
         order.close()
     else:
         raise ValueError(order)
     return account.balance`,
    '\r',
  ],
  [
    'Makefile',
    ` all: app
 
 app: main.o list.o
-\tgcc -o app main.o
+\tgcc -O2 -o app main.o list.o
+\tstrip --strip-all app
 
 clean:
 \trm -f app main.o`,
  ],
  [
    '.github/ci.yml',
    ` on: push
 jobs:
   test:
     runs-on: ubuntu-latest
     steps:
       - uses: actions/checkout@v4
+      - uses: actions/setup-node@v4
+        with:
+          node-version: 24
       - run: npm ci
-      - run: npm run lint
       - run: npm test`,
  ],
  [
    'Cart.java',
    ` import java.util.List;
+import java.util.Map;
 
 class Cart {
   int total(List<Item> items) {
-    return sum(items);
+    int total = 0;
+    for (Item item : items) {
+      total += item.price;
+      log.info(item.name, total);
+    }
+    return total;
   }
 }`,
  ],
]

function changedFile([path, rows, end = '']: (typeof CHANGES)[number]): ChangedFile {
  const lines = rows.split('\n')
  const before = lines.filter((line) => !line.startsWith('+')).length
  const after = lines.filter((line) => !line.startsWith('-'))
  const patch = [HEADER(before, after.length), ...lines].map((line, at) => (at === 0 ? line : line + end)).join('\n')
  return { path, patch, text: after.map((line) => `${line.slice(1)}${end}\n`).join('') }
}

test('whatever mistake a reviewer makes, no button makes another file than meant, and no comment stands on other code', async () => {
  const random = chance(SAMPLE_SEED)
  const wrong: string[] = []
  const counts = new Map<Verdict, number>()
  for (const file of CHANGES.map(changedFile))
    for (const hunk of parsePatch(file.patch))
      for (let round = 0; round < 3; round += 1)
        for (const meant of meantComments(hunk, random))
          for (const [name, mistake] of Object.entries(MISTAKES)) {
            const written = mistake(meant, hunk, random, file)
            if (written === undefined) continue
            const verdict = await judge(file, meant, written)
            counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
            if (verdict === 'harmful' || verdict === 'misplaced')
              wrong.push(`${file.path}: ${name}: ${verdict}: ${JSON.stringify({ meant, written })}`)
          }
  expect(wrong).toEqual([])
  expect(counts.get('button')).toBeGreaterThan(200)
})

test('a small right suggestion keeps its button, four times out of five at least', async () => {
  const random = chance(SAMPLE_SEED)
  const verdicts: Verdict[] = []
  // These edits rename keys, which a button in YAML does only where the words ask for it.
  for (const file of CHANGES.map(changedFile).filter(({ path }) => !path.endsWith('.yml')))
    for (const hunk of parsePatch(file.patch))
      for (let round = 0; round < 20; round += 1)
        for (const meant of meantComments(hunk, random)) {
          const written = MISTAKES['none, quoted, small']?.(meant, hunk, random, file)
          if (written !== undefined) verdicts.push(await judge(file, meant, written))
        }
  expect(verdicts.length).toBeGreaterThan(100)
  expect(verdicts.filter((verdict) => verdict === 'button').length / verdicts.length).toBeGreaterThanOrEqual(0.8)
})
