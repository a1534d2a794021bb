/**
 * Suggestions with the small mistakes of models, written without a look at the code that judges them: the head, its changed lines, the call,
 * and the file as meant. `right`: it keeps its button.
 */
export type HeldSuggestion = {
  name: string
  path: string
  head: string
  changed: number[]
  call: { line: number; start_line?: number; code?: string; body: string }
  want: string
  right?: boolean
}

const sug = (words: string, text: string): string => `${words}\n\n\`\`\`suggestion\n${text}\n\`\`\``
const rep = (head: string, from: string, to: string): string => {
  if (!head.includes(from)) throw new Error(`no ${from}`)
  return head.replace(from, () => to)
}
const PY = `import os

def charge_all(orders, mailer):
    total = 0
    for order in orders:
        if order.paid:
            continue
        total += order.price
        mailer.send(order.email)
        order.paid = True
    return total


def read(path):
    with open(path) as f:
        try:
            return f.read()
        except OSError:
            return None
`
const YML = `name: ci
on:
  push:
    branches: [main]
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Install
        run: npm ci
      - name: Test
        run: npm test
        env:
          CI: true
  deploy:
    needs: build
    runs-on: ubuntu-latest
`
const MK = `CC = gcc
all: app

app: main.o util.o
\t$(CC) -o app main.o util.o

clean:
\trm -f *.o
\trm -f app
`
const GO = `package main

import "fmt"

func Sum(xs []int) (int, error) {
\ttotal := 0
\tfor i := 0; i <= len(xs); i++ {
\t\ttotal += xs[i]
\t}
\tif total < 0 {
\t\treturn 0, fmt.Errorf("negative")
\t}
\treturn total, nil
}
`
const TS = `export async function send(orders: Order[]): Promise<number> {
  let sent = 0
  audit('start')
  for (let i = 0; i <= orders.length; i++) {
    const order = orders[i]
    if (order.done) continue
    await mail(order.address)
    sent++
  }
  audit('end')
  return sent
}
`
const RS = `fn total(orders: &[Order]) -> u32 {
    let mut sum = 0;
    for i in 0..=orders.len() {
        sum += orders[i].price;
    }
    println!("{}", sum);
    sum
}
`
const JAVA = `class Cart {
    int total(List<Item> items) {
        int sum = 0;
        for (int i = 0; i <= items.size(); i++) {
            sum += items.get(i).price();
        }
        if (sum == 0) {
            return 0;
        }
        return sum;
    }
}
`
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
const C = `int save(struct order *o) {
	FILE *f = fopen(o->path, "w");
	fwrite(o->data, 1, o->size, f);
	fclose(f);
	free(o->data);
	return 0;
}
`
const SQLF = `SELECT id, name
FROM users
WHERE active = 1
ORDER BY name;
`
const KT = `class Store(private val db: Db) {
    fun save(order: Order) {
        db.insert(order)
        cache.remove(order.id)
    }

    fun all(): List<Order> {
        return db.query("select * from orders")
            .map { it.toOrder() }
            .filter { it.open }
    }
}
`
const PHP = `<?php
function total(array $orders): int {
    $sum = 0;
    foreach ($orders as $order) {
        $sum += $order->price;
        $order->save();
    }
    return $sum;
}
`
const RB = `class Cart
  def total
    sum = 0
    @items.each do |item|
      sum += item.price
      item.touch
    end
    sum
  end
end
`
const SH = `#!/bin/sh
set -e
for file in *.txt; do
  cp $file backup/
  rm $file
done
echo done
`
const DOCK = `FROM node:20
WORKDIR /app
COPY . .
RUN npm install
CMD ["node", "server.js"]
`
const JSONF = `{
  "name": "app",
  "scripts": {
    "test": "vitest",
    "build": "tsc"
  },
  "dependencies": {
    "zod": "^3.0.0"
  }
}
`
const STORE_RS = `impl Store {
    pub fn save(&mut self, order: Order) -> Result<(), Error> {
        self.db.insert(&order)?;
        self.cache.remove(&order.id);
        Ok(())
    }
}
`
const STORE_PY = `class Store:
    def __init__(self, db):
        self.db = db
        self.cache = {}

    def save(self, order):
        self.db.insert(order)
        self.cache.pop(order.id)
        return order

    def load(self, key):
        if key in self.cache:
            return self.cache[key]
        value = self.db.get(key)
        self.cache[key] = value
        return value
`
const SERVICES = `services:
  web:
    image: nginx
    ports:
      - "80:80"
    environment:
      - DEBUG=1
  db:
    image: postgres
    ports:
      - "5432:5432"
`
const TSX = `export function List({ items }: Props) {
  return (
    <ul>
      {items.map((item) => (
        <li>{item.name}</li>
      ))}
    </ul>
  )
}
`
const STORE_GO = `func (s *Store) Save(o Order) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	tx.Insert(o)
	s.cache.Remove(o.ID)
	return tx.Commit()
}
`
const CS = `public class Mailer
{
    public void Send(Order order)
    {
        _log.Write(order.Id);
        _smtp.Send(order.Email);
        order.Sent = true;
    }

    public int Count => _orders.Count();
}
`
const SW = `func load(_ url: URL) async throws -> Data {
    let (data, response) = try await session.data(from: url)
    cache[url] = data
    return data
}
`
const EX = `defmodule Cart do
  def total(items) do
    items
    |> Enum.map(& &1.price)
    |> Enum.sum()
  end
end
`
const TF = `resource "aws_s3_bucket" "logs" {
  bucket = "logs"
  acl    = "public-read"

  tags = {
    team = "ops"
  }
}
`
const CSS = `.card {
  color: red;
  margin: 0;
}

.card:hover {
  color: blue;
  margin: 0;
}
`
const HTML = `<form action="/login">
  <input name="user">
  <input name="password">
  <button>Go</button>
</form>
`
const LUA = `function total(items)
  local sum = 0
  for i = 0, #items do
    sum = sum + items[i].price
  end
  return sum
end
`
const HS = `total :: [Order] -> Int
total orders = sum (map price open)
  where
    open = filter isOpen orders
`
const TOML = `[package]
name = "app"
version = "0.1.0"

[dependencies]
serde = "1"
tokio = "1"
`
const HANDLER = `def handler(event):
    body = json.loads(event["body"])
    user = find_user(body["name"])
    if user is None:
        return error(404)
    token = sign(user)
    audit.log(user)
    return ok(token)
`
const LOGIN = `app.post('/login', async (req, res) => {
  const user = await find(req.body.name)
  if (!user) {
    res.status(404).end()
    return
  }
  res.cookie('session', sign(user))
  res.json(user)
})
`
const QUEUE = `export class Queue {
  push(item) {
    this.items.push(item)
    this.notify()
  }

  pop() {
    const item = this.items.shift()
    this.size -= 1
    return item
  }

  get first() {
    return this.items[0].value
  }
}
`
const ROWS = `def load(path):
    data = read(path)
    rows = parse(data)
    for row in rows:
        row.price = float(row.price)
        store(row)
    return rows


def clean(rows):
    rows.sort()
    del rows[10:]
    return rows
`
const HANDLE = `func Handle(w http.ResponseWriter, r *http.Request) {
	user := find(r.FormValue("name"))
	token := sign(user)
	w.Header().Set("X-Token", token)
	fmt.Fprintln(w, "ok")
}
`
const MATRIX = `env:
  NODE_ENV: production
  LOG: debug
jobs:
  test:
    strategy:
      matrix:
        node: [18, 20]
    steps:
      - run: npm ci
      - run: npm test
`
const POOL = `class Pool {
    void close() {
        for (Connection c : connections) {
            c.close();
        }
        connections.clear();
        executor.shutdown();
    }
}
`
const PARSE = `pub fn parse(text: &str) -> Option<u32> {
    let first = text.split(',').next()?;
    let value = first.parse().unwrap();
    Some(value)
}
`
const ORDERS = `CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  price REAL,
  name TEXT
);
`
const BUILD = `build:
\tgo build ./...
\tgo vet ./...

test: build
\tgo test ./...
`
/** What a line leaves open stays open: path, head, the line, the lines given for it, those meant. A right one has no meant ones. */
const LEFT_OPEN: readonly [path: string, head: string, line: string, given: string, meant?: string, words?: string][] =
  [
    [
      'Dockerfile',
      'RUN apt-get update && \\\n    apt-get install -y curl && \\\n    rm -rf /tmp/*\n',
      '    apt-get install -y curl && \\',
      '    apt-get install -y --no-install-recommends curl',
      '    apt-get install -y --no-install-recommends curl && \\',
    ],
    [
      'Dockerfile',
      'RUN apt-get update && \\\n    rm -rf /var/lib/apt/lists/*\nEXPOSE 80\n',
      '    rm -rf /var/lib/apt/lists/*',
      '    rm -rf /var/lib/apt/lists/* /tmp/* && \\',
      '    rm -rf /var/lib/apt/lists/* /tmp/*',
    ],
    ['a.sh', 'curl --fail \\\n  --retry 3 \\\n  "$URL"\n', '  --retry 3 \\', '  --retry 5', '  --retry 5 \\'],
    ['Makefile', 'SOURCES = main.c \\\n  util.c \\\n  list.c\n', '  util.c \\', '  utils.c', '  utils.c \\'],
    [
      'log.h',
      '#define LOG(text) \\\n  fprintf(stderr, text); \\\n  fflush(stderr)\n',
      '  fprintf(stderr, text); \\',
      '  fprintf(stderr, "%s", text);',
      '  fprintf(stderr, "%s", text); \\',
    ],
    [
      'pay.html',
      '<form action="/pay" method="get">\n  <button>Pay</button>\n</form>\n',
      '<form action="/pay" method="get">',
      '<form action="/pay" method="post"></form>',
      '<form action="/pay" method="post">',
    ],
    [
      'Done.tsx',
      'export const Done = () => (\n  <p>\n    <button onClick={done()}>Done</button>\n  </p>\n)\n',
      '    <button onClick={done()}>Done</button>',
      '    <button onClick={done}>',
      '    <button onClick={done}>Done</button>',
    ],
    ['Done.vue', '<template>\n  <ul>\n    <li>One</li>\n  </ul>\n</template>\n', '  <ul>', '  <ol>'],
    [
      'logo.html',
      '<p>\n  <img src="logo.png">\n</p>\n',
      '  <img src="logo.png">',
      '  &lt;img src="logo.png" alt="Logo"&gt;',
      '  <img src="logo.png" alt="Logo">',
    ],
    [
      'mail.php',
      "<?php\nif ($user['email'] = null) {\n    return;\n}\n",
      "if ($user['email'] = null) {",
      'if ($user[&#39;email&#39;] === null) {',
      "if ($user['email'] === null) {",
    ],
    [
      'config.py',
      'class Config:\n    """Settings of the service.\n\n    Read from a file.\n    """\n',
      '    """Settings of the service.',
      '    """Settings of the service, read from a file."""',
    ],
    [
      'save.c',
      '/* Saves an order.\n * Returns 0. */\nint save(void);\n',
      '/* Saves an order.',
      '/* Saves one order. */',
      '/* Saves one order.',
    ],
    [
      'page.html',
      '<p>One</p>\n<!-- The prices\n     follow. -->\n',
      '<!-- The prices',
      '<!-- The new prices -->',
      '<!-- The new prices',
    ],
    [
      'page.j2',
      '<h1>Shop</h1>\n{% if user %}\n<p>{{ user }}</p>\n{% endif %}\n',
      '{% if user %}',
      '{% if user.name %}{{ user.name }}{% endif %}',
      '{% if user.name %}',
    ],
    ['note.sh', 'cat <<EOF\nDone.\nEOF\n', 'cat <<EOF', 'cat <<END'],
    ['os.c', '#ifdef LINUX\nint os = 1;\n#endif\n', '#ifdef LINUX', '#if defined(LINUX)\nint os = 1;\n#endif'],
    [
      'names.rb',
      'def names\n  items.each do |item|\n    puts item.name\n  end\nend\n',
      '  items.each do |item|',
      '  items.each { |item| puts item.name.strip }',
    ],
    [
      'a.sql',
      'SELECT id\nFROM orders\nGROUP BY id\nORDER BY id;\n',
      'GROUP BY id',
      'GROUP BY id, name;',
      'GROUP BY id, name',
    ],
    [
      'a.sql',
      'CREATE TABLE orders (\n    id INT,\n    total NUMERIC(10, 2)\n);\n',
      '    total NUMERIC(10, 2)',
      '    total NUMERIC(12, 2),',
      '    total NUMERIC(12, 2)',
    ],
    [
      'a.sql',
      'SELECT id FROM orders\nWHERE total > 10 AND\n    paid;\n',
      'WHERE total > 10 AND',
      'WHERE total >= 10',
      'WHERE total >= 10 AND',
    ],
    [
      'Text.php',
      "<?php\n$text = 'Hello ' .\n    $user->name;\n",
      "$text = 'Hello ' .",
      "$text = 'Welcome '",
      "$text = 'Welcome ' .",
    ],
    [
      'last.rs',
      'fn last(v: &[u64]) -> u64 {\n    v[v.len()]\n}\n',
      '    v[v.len()]',
      '    v[v.len() - 1];',
      '    v[v.len() - 1]',
    ],
    [
      'last.rs',
      'fn last(v: &[u64]) -> u64 {\n    v[v.len()]\n}\n',
      '    v[v.len()]',
      '    v[v.len() - 1]\n    // or:\n    *v.last().unwrap()',
      '    v[v.len() - 1]',
    ],
    [
      'pop.py',
      'def drop(names):\n    for name in names:\n        values[name] = None\n',
      '        values[name] = None',
      '>>> values[name] = ""',
      '        values[name] = ""',
    ],
    ['run.sh', '#!/bin/sh\nrm -rf $OUT/*\n', 'rm -rf $OUT/*', '$ rm -rf "${OUT:?}"/*', 'rm -rf "${OUT:?}"/*'],
    [
      'User.tsx',
      "import { useEffect } from 'react'\nuseEffect(load)\n",
      "import { useEffect } from 'react'",
      "import { User } from './user'",
      undefined,
      'User is not imported.',
    ],
    [
      'user.py',
      'from json import loads\nvalues = loads(text)\n',
      'from json import loads',
      'from yaml import safe_dump',
      undefined,
      'The dump of line 9 needs it.',
    ],
    [
      'User.java',
      'import java.util.List;\n\nclass User { List<String> names; }\n',
      'import java.util.List;',
      'import java.util.Map;',
      undefined,
      'Map has no import.',
    ],
    [
      'Tags.tsx',
      'const tags = all.map((tag) => (\n  <li>{tag}</li>\n))\n',
      '  <li>{tag}</li>',
      '  <li key={tag}>{tag}</li>',
      'right',
      'Items of a list have a key.',
    ],
    [
      'guard.rb',
      'def load(user)\n  if user.nil?\n    raise Missing\n  end\nend\n',
      '  if user.nil?',
      '  return if user.nil?',
    ],
    [
      'guard.sh',
      '#!/bin/sh\nif [ -z "$OUT" ]; then\n  exit 1\nfi\n',
      'if [ -z "$OUT" ]; then',
      '[ -z "$OUT" ] && exit 1',
    ],
    ['list.j2', '{% for tag in tags %}\n{{ tag }}\n{% endfor %}\n', '{% for tag in tags %}', '{% set tag in tags %}'],
  ]

const leftOpen = LEFT_OPEN.map(([path, head, line, given, meant, words = 'Not right.']): HeldSuggestion => {
  const code = head.split('\n')
  const want = meant === 'right' ? given : meant
  return {
    name: `${path}: ${line.trim()}: ${given}`,
    path,
    head,
    changed: code.slice(0, -1).map((_, nth) => nth + 1),
    call: { line: code.indexOf(line) + 1, code: line, body: sug(words, given) },
    want: want === undefined ? 'no button' : rep(head, line, want),
    right: meant === 'right' ? true : undefined,
  }
})

const STYLES =
  "\t$gallery_styles = array(\n\t\tarray(\n\t\t\t'selector'     => \".wp-block-gallery.{$unique_gallery_classname}\",\n\t\t\t'declarations' => array(\n\t\t\t\t'--wp--style--unstable-gallery-gap' => $gap_column,\n\t\t\t\t'gap'                               => $gap_value,\n\t\t\t),"
const SWITCH =
  '  switch (size) {\n    case ActivityIndicatorViewSize::Small:\n      return UIActivityIndicatorViewStyleMedium;\n    case ActivityIndicatorViewSize::Large:\n      return UIActivityIndicatorViewStyleWhiteLarge;\n  }\n'
const HELP = 'HELP = (\n    "Give the path of the file, "\n    "then its owner"\n)\n'
const FAILED = 'log(\n        "could not read "\n        f"{name} of the user",\n        name,\n)\n'
const IMAGE = 'FROM node:24\nWORKDIR /app\nCOPY . .\nRUN npm install\nCMD ["node", "a.js"]\n'

/** Suggestions that add another form of a line just outside the quoted one: the path, the head, that line, the words, the suggestion, and whether it is right all the same. */
const OUTSIDE_AGAIN: [path: string, head: string, line: string, words: string, given: string, meant?: 'right'][] = [
  ['a.py', HELP, '    "Give the path of the file, "', 'One text.', '    "Give the path of the file, then its owner"'],
  [
    'a.py',
    HELP,
    '    "Give the path of the file, "',
    'One text.',
    '    "Give the path of the file, and then the owner"',
  ],
  ['a.py', FAILED, '        f"{name} of the user",', 'One text.', '        f"could not read {name} of the user",'],
  ['a.py', 'msg = "Hello " \\\n    "world"\n', 'msg = "Hello " \\', 'One text.', 'msg = "Hello world" \\'],
  ['Dockerfile', IMAGE, 'COPY . .', 'Use npm ci.', 'COPY package*.json ./\nRUN npm ci\nCOPY . .'],
  ['Dockerfile', IMAGE, 'COPY . .', 'Copy the lock file first.', 'COPY package*.json ./\nRUN npm ci\nCOPY . .'],
  ['Dockerfile', IMAGE, 'COPY . .', 'Slow.', 'COPY package*.json ./\nRUN npm ci --omit=dev\nCOPY . .'],
  ['Makefile', 'all:\n\tcd app\n\tnpm install\n', '\tcd app', 'Each line has its own shell.', '\tcd app && npm ci'],
  [
    'a.mm',
    SWITCH,
    '    case ActivityIndicatorViewSize::Small:',
    'Wrong style.',
    '    case ActivityIndicatorViewSize::Small2:\n      return other;',
  ],
  ['a.sh', 'cd app\nnpm install\n', 'cd app', 'It may fail.', 'cd app || exit 1', 'right'],
  ['a.py', HELP, '    "Give the path of the file, "', 'Clearer.', '    "Give the whole path of the file, "', 'right'],
  ['Dockerfile', IMAGE, 'WORKDIR /app', 'Other users read it.', 'WORKDIR /app\nUSER node', 'right'],
]

const outsideAgain = OUTSIDE_AGAIN.map(([path, head, line, words, given, meant]): HeldSuggestion => {
  const at = head.split('\n').indexOf(line) + 1
  return {
    name: `${path}: ${line.trim()}: ${given}`,
    path,
    head,
    changed: head
      .split('\n')
      .slice(0, -1)
      .map((_, nth) => nth + 1),
    call: { line: at, code: line, body: sug(words, given) },
    want: meant === 'right' ? rep(head, line, given) : 'no button',
    right: meant === 'right' ? true : undefined,
  }
})

export const HELD_SUGGESTIONS: readonly HeldSuggestion[] = [
  ...leftOpen,
  {
    name: 'js only the new check given, in the place of a block that leaves',
    path: 'a.js',
    head: 'function go(items) {\n  if (items.length) {\n    return;\n  }\n  start(items);\n}\n',
    changed: [2],
    call: {
      start_line: 2,
      line: 4,
      code: '  if (items.length) {\n    return;\n  }',
      body: sug('Add a check of the input here.', '  if (!items) return'),
    },
    want: 'function go(items) {\n  if (!items) return\n  if (items.length) {\n    return;\n  }\n  start(items);\n}\n',
  },
  // Python
  {
    name: 'py lost indentation of one line',
    path: 'a.py',
    head: PY,
    changed: [8],
    call: {
      line: 8,
      code: '        total += order.price',
      body: sug('Round the price.', 'total += round(order.price, 2)'),
    },
    want: rep(PY, 'total += order.price', 'total += round(order.price, 2)'),
  },
  {
    name: 'py lost indentation of first line only',
    path: 'a.py',
    head: PY,
    changed: [6, 7],
    call: {
      start_line: 6,
      line: 7,
      code: '        if order.paid:\n            continue',
      body: sug('Skip orders without a price too.', 'if order.paid or not order.price:\n            continue'),
    },
    want: rep(PY, 'if order.paid:', 'if order.paid or not order.price:'),
  },
  {
    name: 'py code given trimmed, shifted by one',
    path: 'a.py',
    head: PY,
    changed: [8, 9, 10],
    call: {
      line: 10,
      code: 'mailer.send(order.email)',
      body: sug('Guard the address.', 'if order.email:\n    mailer.send(order.email)'),
    },
    want: rep(PY, '        mailer.send(order.email)', '        if order.email:\n            mailer.send(order.email)'),
  },
  {
    name: 'py repeats the line above',
    path: 'a.py',
    head: PY,
    changed: [8, 9],
    call: {
      line: 9,
      code: '        mailer.send(order.email)',
      body: sug('Send only once.', '        total += order.price\n        mailer.send_once(order.email)'),
    },
    want: rep(PY, 'mailer.send(', 'mailer.send_once('),
  },
  {
    name: 'py repeats the line below',
    path: 'a.py',
    head: PY,
    changed: [8, 9],
    call: {
      line: 9,
      code: '        mailer.send(order.email)',
      body: sug('Send only once.', '        mailer.send_once(order.email)\n        order.paid = True'),
    },
    want: rep(PY, 'mailer.send(', 'mailer.send_once('),
  },
  {
    name: 'py no code, one line late',
    path: 'a.py',
    head: PY,
    changed: [8, 9, 10],
    call: { line: 10, body: sug('Send only once.', '        mailer.send_once(order.email)') },
    want: rep(PY, 'mailer.send(', 'mailer.send_once('),
  },
  {
    name: 'py range one line early',
    path: 'a.py',
    head: PY,
    changed: [5, 6, 7, 8],
    call: {
      start_line: 5,
      line: 6,
      code: '        if order.paid:\n            continue',
      body: sug('Count the skipped.', '        if order.paid:\n            skipped += 1\n            continue'),
    },
    want: rep(PY, '            continue', '            skipped += 1\n            continue'),
  },
  {
    name: 'py tabs for blanks',
    path: 'a.py',
    head: PY,
    changed: [6, 7],
    call: {
      start_line: 6,
      line: 7,
      code: '        if order.paid:\n            continue',
      body: sug('Skip.', '\t\tif order.paid or order.void:\n\t\t\tcontinue'),
    },
    want: rep(PY, 'if order.paid:', 'if order.paid or order.void:'),
  },
  {
    name: 'py two-blank steps',
    path: 'a.py',
    head: PY,
    changed: [16, 17, 18, 19],
    call: {
      start_line: 18,
      line: 19,
      code: '        except OSError:\n            return None',
      body: sug('Log it.', '  except OSError as error:\n    log(error)\n    return None'),
    },
    want: rep(
      PY,
      '        except OSError:\n            return None',
      '        except OSError as error:\n            log(error)\n            return None',
    ),
  },
  {
    name: 'py only the head of a block rewritten with body',
    path: 'a.py',
    head: PY,
    changed: [15, 16, 17],
    call: {
      line: 15,
      code: '    with open(path) as f:',
      body: sug('Set the encoding.', "    with open(path, encoding='utf-8') as f:\n        return f.read()"),
    },
    want: rep(
      PY,
      '    with open(path) as f:\n        try:\n            return f.read()\n        except OSError:\n            return None',
      "    with open(path, encoding='utf-8') as f:\n        return f.read()",
    ),
  },
  {
    name: 'py ellipsis for the rest',
    path: 'a.py',
    head: PY,
    changed: [5, 6, 7, 8, 9, 10],
    call: {
      start_line: 5,
      line: 10,
      code: PY.split('\n').slice(4, 10).join('\n'),
      body: sug('Copy the list.', '    for order in list(orders):\n        ...'),
    },
    want: rep(PY, 'in orders:', 'in list(orders):'),
  },
  {
    name: 'py diff marks in suggestion',
    path: 'a.py',
    head: PY,
    changed: [8],
    call: {
      line: 8,
      code: '        total += order.price',
      body: sug('Round.', '-        total += order.price\n+        total += round(order.price, 2)'),
    },
    want: rep(PY, 'total += order.price', 'total += round(order.price, 2)'),
  },
  {
    name: 'py line numbers in suggestion',
    path: 'a.py',
    head: PY,
    changed: [8],
    call: {
      line: 8,
      code: '        total += order.price',
      body: sug('Round.', '8:         total += round(order.price, 2)'),
    },
    want: rep(PY, 'total += order.price', 'total += round(order.price, 2)'),
  },
  // YAML
  {
    name: 'yaml key moves to the top',
    path: 'ci.yml',
    head: YML,
    changed: [7],
    call: { line: 7, code: '    runs-on: ubuntu-latest', body: sug('Pin the image.', 'runs-on: ubuntu-24.04') },
    want: rep(YML, 'runs-on: ubuntu-latest', 'runs-on: ubuntu-24.04'),
  },
  {
    name: 'yaml list item with children, block dedented',
    path: 'ci.yml',
    head: YML,
    changed: [10, 11],
    call: {
      start_line: 10,
      line: 11,
      code: '      - name: Install\n        run: npm ci',
      body: sug('No scripts.', '- name: Install\n  run: npm ci --ignore-scripts'),
    },
    want: rep(YML, 'run: npm ci', 'run: npm ci --ignore-scripts'),
  },
  {
    name: 'yaml code in two places, second meant without hint',
    path: 'ci.yml',
    head: YML,
    changed: [7, 16, 17, 18],
    call: {
      line: 17,
      code: '    runs-on: ubuntu-latest',
      body: sug('Pin the image of deploy.', '    runs-on: ubuntu-24.04'),
    },
    want: YML.replace('needs: build\n    runs-on: ubuntu-latest', 'needs: build\n    runs-on: ubuntu-24.04'),
  },
  {
    name: 'yaml replaced by child without parent',
    path: 'ci.yml',
    head: YML,
    changed: [13, 14, 15],
    call: {
      start_line: 14,
      line: 15,
      code: '        env:\n          CI: true',
      body: sug('Quote it.', "          CI: 'true'"),
    },
    want: rep(YML, 'CI: true', "CI: 'true'"),
  },
  {
    name: 'yaml added key too far out',
    path: 'ci.yml',
    head: YML,
    changed: [13],
    call: {
      line: 13,
      code: '        run: npm test',
      body: sug('Add a limit.', '        run: npm test\n    timeout-minutes: 5'),
    },
    want: rep(YML, '        run: npm test\n', '        run: npm test\n        timeout-minutes: 5\n'),
  },
  {
    name: 'yaml step added before',
    path: 'ci.yml',
    head: YML,
    changed: [12, 13],
    call: {
      start_line: 12,
      line: 13,
      code: '      - name: Test\n        run: npm test',
      body: sug(
        'Build first.',
        '      - name: Build\n        run: npm run build\n      - name: Test\n        run: npm test',
      ),
    },
    want: rep(YML, '      - name: Test\n', '      - name: Build\n        run: npm run build\n      - name: Test\n'),
  },
  // Makefile
  {
    name: 'make blanks for a tab',
    path: 'Makefile',
    head: MK,
    changed: [5],
    call: {
      line: 5,
      code: '\t$(CC) -o app main.o util.o',
      body: sug('Use flags.', '    $(CC) $(LDFLAGS) -o app main.o util.o'),
    },
    want: rep(MK, '$(CC) -o app', '$(CC) $(LDFLAGS) -o app'),
  },
  {
    name: 'make two recipes, second lost its tab',
    path: 'Makefile',
    head: MK,
    changed: [8, 9],
    call: {
      start_line: 8,
      line: 9,
      code: '\trm -f *.o\n\trm -f app',
      body: sug('Quote.', '\trm -f -- *.o\nrm -f -- app'),
    },
    want: MK.replace('rm -f *.o', 'rm -f -- *.o').replace('rm -f app', 'rm -f -- app'),
  },
  {
    name: 'make 8 blanks, one late',
    path: 'Makefile',
    head: MK,
    changed: [8, 9],
    call: { line: 9, code: 'rm -f *.o', body: sug('Objects of folders too.', '        rm -f *.o */*.o') },
    want: rep(MK, 'rm -f *.o', 'rm -f *.o */*.o'),
  },
  {
    name: 'make target line given instead of recipe',
    path: 'Makefile',
    head: MK,
    changed: [4, 5],
    call: {
      line: 5,
      code: '\t$(CC) -o app main.o util.o',
      body: sug('Name the header.', 'app: main.o util.o util.h\n\t$(CC) -o app main.o util.o'),
    },
    want: rep(MK, 'app: main.o util.o\n', 'app: main.o util.o util.h\n'),
  },
  // Go
  {
    name: 'go blanks for tabs',
    path: 'a.go',
    head: GO,
    changed: [7],
    call: {
      line: 7,
      code: '\tfor i := 0; i <= len(xs); i++ {',
      body: sug('Bound.', '    for i := 0; i < len(xs); i++ {'),
    },
    want: rep(GO, '<= len', '< len'),
  },
  {
    name: 'go repeats the closing brace',
    path: 'a.go',
    head: GO,
    changed: [7, 8],
    call: {
      start_line: 7,
      line: 8,
      code: '\tfor i := 0; i <= len(xs); i++ {\n\t\ttotal += xs[i]',
      body: sug('Range.', '\tfor _, x := range xs {\n\t\ttotal += x\n\t}'),
    },
    want: rep(GO, '\tfor i := 0; i <= len(xs); i++ {\n\t\ttotal += xs[i]', '\tfor _, x := range xs {\n\t\ttotal += x'),
  },
  {
    name: 'go lacks the closing brace',
    path: 'a.go',
    head: GO,
    changed: [7, 8, 9],
    call: {
      start_line: 7,
      line: 9,
      code: '\tfor i := 0; i <= len(xs); i++ {\n\t\ttotal += xs[i]\n\t}',
      body: sug('Range.', '\tfor _, x := range xs {\n\t\ttotal += x'),
    },
    want: rep(GO, '\tfor i := 0; i <= len(xs); i++ {\n\t\ttotal += xs[i]', '\tfor _, x := range xs {\n\t\ttotal += x'),
  },
  {
    name: 'go late on the lone brace, no code',
    path: 'a.go',
    head: GO,
    changed: [10, 11, 12],
    call: { line: 12, body: sug('Name the sum.', '\t\treturn 0, fmt.Errorf("negative sum %d", total)') },
    want: rep(GO, 'fmt.Errorf("negative")', 'fmt.Errorf("negative sum %d", total)'),
  },
  {
    name: 'go whole function for one line',
    path: 'a.go',
    head: GO,
    changed: [5, 6, 7],
    call: {
      line: 7,
      code: '\tfor i := 0; i <= len(xs); i++ {',
      body: sug('Bound.', GO.split('\n').slice(4, 14).join('\n').replace('<= len', '< len')),
    },
    want: rep(GO, '<= len', '< len'),
  },
  // TypeScript
  {
    name: 'ts range 4..6 given as 3..6',
    path: 'a.ts',
    head: TS,
    changed: [3, 4, 5, 6],
    call: {
      start_line: 3,
      line: 6,
      body: sug(
        'Bound.',
        '  for (let i = 0; i < orders.length; i++) {\n    const order = orders[i]\n    if (order.done) continue',
      ),
    },
    want: rep(TS, '<= orders', '< orders'),
  },
  {
    name: 'ts late: deletes sent++',
    path: 'a.ts',
    head: TS,
    changed: [7, 8],
    call: { line: 8, body: sug('Await with a limit.', '    await mail(order.address, { timeout: 5 })') },
    want: rep(TS, 'mail(order.address)', 'mail(order.address, { timeout: 5 })'),
  },
  {
    name: 'ts body says after, code is the line before',
    path: 'a.ts',
    head: TS,
    changed: [3, 4],
    call: {
      line: 3,
      code: "  audit('start')",
      body: sug('Count the orders after this line.', '  metric(orders.length)'),
    },
    want: rep(TS, "  audit('start')\n", "  audit('start')\n  metric(orders.length)\n"),
  },
  {
    name: 'ts guard instead of call',
    path: 'a.ts',
    head: TS,
    changed: [7],
    call: {
      line: 7,
      code: '    await mail(order.address)',
      body: sug('Check the address first.', '    if (!order.address) continue'),
    },
    want: rep(TS, '    await mail', '    if (!order.address) continue\n    await mail'),
  },
  {
    name: 'ts escaped newline',
    path: 'a.ts',
    head: TS,
    changed: [7],
    call: {
      line: 7,
      code: '    await mail(order.address)',
      body: sug('Log.', "    log('mail')\\n    await mail(order.address)"),
    },
    want: rep(TS, '    await mail', "    log('mail')\n    await mail"),
  },
  {
    name: 'ts crlf',
    path: 'a.ts',
    head: crlf(TS),
    changed: [7],
    call: {
      line: 7,
      code: '    await mail(order.address)',
      body: sug('Two lines.', '    const { address } = order\n    await mail(address)'),
    },
    want: crlf(rep(TS, '    await mail(order.address)', '    const { address } = order\n    await mail(address)')),
    right: true,
  },
  {
    name: 'ts crlf shifted, lost indentation',
    path: 'a.ts',
    head: crlf(TS),
    changed: [5, 6, 7],
    call: {
      line: 5,
      code: 'if (order.done) continue',
      body: sug('Void orders too.', 'if (order.done || order.void) continue'),
    },
    want: crlf(rep(TS, 'order.done)', 'order.done || order.void)')),
  },
  // Rust, Java
  {
    name: 'rust header with an own brace',
    path: 'a.rs',
    head: RS,
    changed: [3],
    call: { line: 3, code: '    for i in 0..=orders.len() {', body: sug('Bound.', '    for i in 0..orders.len()') },
    want: rep(RS, '0..=', '0..'),
  },
  {
    name: 'rust iterator over the head only',
    path: 'a.rs',
    head: RS,
    changed: [3, 4],
    call: {
      line: 3,
      code: '    for i in 0..=orders.len() {',
      body: sug('Iterate.', '    for order in orders {\n        sum += order.price;\n    }'),
    },
    want: rep(
      RS,
      '    for i in 0..=orders.len() {\n        sum += orders[i].price;',
      '    for order in orders {\n        sum += order.price;',
    ),
  },
  {
    name: 'rust tail expression replaced by statement above',
    path: 'a.rs',
    head: RS,
    changed: [6, 7],
    call: { line: 7, body: sug('Debug only.', '    dbg!(sum);') },
    want: rep(RS, 'println!("{}", sum)', 'dbg!(sum)'),
  },
  {
    name: 'java early on the blank, no code',
    path: 'A.java',
    head: JAVA,
    changed: [3, 4, 5],
    call: { line: 3, body: sug('Bound.', '        for (int i = 0; i < items.size(); i++) {') },
    want: rep(JAVA, '<= items', '< items'),
  },
  {
    name: 'java html entities',
    path: 'A.java',
    head: JAVA,
    changed: [4],
    call: {
      line: 4,
      code: '        for (int i = 0; i <= items.size(); i++) {',
      body: sug('Bound.', '        for (int i = 0; i &lt; items.size(); i++) {'),
    },
    want: rep(JAVA, '<= items', '< items'),
  },
  {
    name: 'java dedented, range one long',
    path: 'A.java',
    head: JAVA,
    changed: [7, 8, 9, 10],
    call: {
      start_line: 7,
      line: 10,
      code: '        if (sum == 0) {\n            return 0;\n        }',
      body: sug('Not needed for a negative sum.', 'if (sum <= 0) {\n    return 0;\n}'),
    },
    want: rep(JAVA, 'sum == 0', 'sum <= 0'),
  },
  // A second set, after the repair of what the first one found.
  {
    name: 'c null check instead of fwrite',
    path: 'a.c',
    head: C,
    changed: [2, 3],
    call: {
      line: 3,
      code: '	fwrite(o->data, 1, o->size, f);',
      body: sug('`f` may be NULL.', '	if (f == NULL) return -1;'),
    },
    want: rep(C, '	fwrite', '	if (f == NULL) return -1;\n	fwrite'),
  },
  {
    name: 'c quotes fopen, gives fopen and check',
    path: 'a.c',
    head: C,
    changed: [2],
    call: {
      line: 2,
      code: '	FILE *f = fopen(o->path, "w");',
      body: sug('`f` may be NULL.', '	FILE *f = fopen(o->path, "w");\n	if (f == NULL)\n		return -1;'),
    },
    want: rep(C, '"w");\n', '"w");\n	if (f == NULL)\n		return -1;\n'),
    right: true,
  },
  {
    name: 'c late by one, no code, free',
    path: 'a.c',
    head: C,
    changed: [4, 5, 6],
    call: { line: 6, body: sug('Set the pointer to NULL.', '	free(o->data); o->data = NULL;') },
    want: rep(C, 'free(o->data);', 'free(o->data); o->data = NULL;'),
  },
  {
    name: 'c blanks for tab, two lines',
    path: 'a.c',
    head: C,
    changed: [3, 4],
    call: {
      start_line: 3,
      line: 4,
      code: '	fwrite(o->data, 1, o->size, f);\n	fclose(f);',
      body: sug(
        'Check the results.',
        '    if (fwrite(o->data, 1, o->size, f) != o->size)\n        return -1;\n    fclose(f);',
      ),
    },
    want: rep(
      C,
      '	fwrite(o->data, 1, o->size, f);',
      '	if (fwrite(o->data, 1, o->size, f) != o->size)\n		return -1;',
    ),
  },
  {
    name: 'c lost semicolon-line: closing paren lost',
    path: 'a.c',
    head: C,
    changed: [3],
    call: {
      line: 3,
      code: '	fwrite(o->data, 1, o->size, f);',
      body: sug('Size.', '	fwrite(o->data, o->size, 1, f;'),
    },
    want: rep(C, '1, o->size, f)', 'o->size, 1, f)'),
  },
  {
    name: 'sql condition given alone',
    path: 'a.sql',
    head: SQLF,
    changed: [3],
    call: { line: 3, code: 'WHERE active = 1', body: sug('Only this tenant.', '  AND tenant = :tenant') },
    want: rep(SQLF, 'WHERE active = 1\n', 'WHERE active = 1\n  AND tenant = :tenant\n'),
  },
  {
    name: 'sql right',
    path: 'a.sql',
    head: SQLF,
    changed: [3],
    call: {
      line: 3,
      code: 'WHERE active = 1',
      body: sug('Only this tenant.', 'WHERE active = 1 AND tenant = :tenant'),
    },
    want: rep(SQLF, 'active = 1', 'active = 1 AND tenant = :tenant'),
    right: true,
  },
  {
    name: 'kt require instead of insert',
    path: 'a.kt',
    head: KT,
    changed: [3],
    call: {
      line: 3,
      code: '        db.insert(order)',
      body: sug('Check the order.', '        require(order.isValid)'),
    },
    want: rep(KT, '        db.insert', '        require(order.isValid)\n        db.insert'),
  },
  {
    name: 'kt chain: replaces return head only',
    path: 'a.kt',
    head: KT,
    changed: [8, 9, 10],
    call: {
      line: 8,
      code: '        return db.query("select * from orders")',
      body: sug(
        'Filter in SQL.',
        '        return db.query("select * from orders where open")\n            .map { it.toOrder() }',
      ),
    },
    want: rep(
      KT,
      'return db.query("select * from orders")\n            .map { it.toOrder() }\n            .filter { it.open }',
      'return db.query("select * from orders where open")\n            .map { it.toOrder() }',
    ),
  },
  {
    name: 'kt early by one, code given',
    path: 'a.kt',
    head: KT,
    changed: [3, 4],
    call: { line: 3, code: 'cache.remove(order.id)', body: sug('Name.', 'cache.invalidate(order.id)') },
    want: rep(KT, 'cache.remove', 'cache.invalidate'),
  },
  {
    name: 'kt transaction around, only first quoted',
    path: 'a.kt',
    head: KT,
    changed: [3, 4],
    call: {
      line: 3,
      code: '        db.insert(order)',
      body: sug(
        'One transaction.',
        '        db.transaction {\n            db.insert(order)\n            cache.remove(order.id)\n        }',
      ),
    },
    want: rep(
      KT,
      '        db.insert(order)\n        cache.remove(order.id)',
      '        db.transaction {\n            db.insert(order)\n            cache.remove(order.id)\n        }',
    ),
  },
  {
    name: 'php guard',
    path: 'a.php',
    head: PHP,
    changed: [5, 6],
    call: {
      line: 6,
      code: '        $order->save();',
      body: sug('Only changed orders.', '        if (!$order->isDirty()) continue;'),
    },
    want: rep(PHP, '        $order->save', '        if (!$order->isDirty()) continue;\n        $order->save'),
  },
  {
    name: 'php foreach head with lost brace',
    path: 'a.php',
    head: PHP,
    changed: [4],
    call: {
      line: 4,
      code: '    foreach ($orders as $order) {',
      body: sug('By key.', '    foreach ($orders as $id => $order)'),
    },
    want: rep(PHP, '$orders as $order', '$orders as $id => $order'),
  },
  {
    name: 'php no indentation in block',
    path: 'a.php',
    head: PHP,
    changed: [4, 5, 6, 7],
    call: {
      start_line: 4,
      line: 7,
      code: '    foreach ($orders as $order) {\n        $sum += $order->price;\n        $order->save();\n    }',
      body: sug('By key.', 'foreach ($orders as $id => $order) {\n    $sum += $order->price;\n    $order->save();\n}'),
    },
    want: rep(PHP, '$orders as $order', '$orders as $id => $order'),
  },
  {
    name: 'rb do head, body given, end missing',
    path: 'a.rb',
    head: RB,
    changed: [4, 5],
    call: {
      start_line: 4,
      line: 5,
      code: '    @items.each do |item|\n      sum += item.price',
      body: sug('Sum.', '    sum = @items.sum(&:price)'),
    },
    want: rep(RB, '      sum += item.price\n', ''),
  },
  {
    name: 'rb next unless instead of touch',
    path: 'a.rb',
    head: RB,
    changed: [5, 6],
    call: { line: 6, code: '      item.touch', body: sug('Only changed ones.', '      next unless item.changed?') },
    want: rep(RB, '      item.touch', '      next unless item.changed?\n      item.touch'),
  },
  {
    name: 'rb repeats end',
    path: 'a.rb',
    head: RB,
    changed: [5, 6],
    call: { line: 6, code: '      item.touch', body: sug('Touch later.', '      item.touch_later\n    end') },
    want: rep(RB, 'item.touch', 'item.touch_later'),
  },
  {
    name: 'sh quotes',
    path: 'a.sh',
    head: SH,
    changed: [4, 5],
    call: { line: 4, code: '  cp $file backup/', body: sug('Quote it.', 'cp "$file" backup/') },
    want: rep(SH, 'cp $file', 'cp "$file"'),
  },
  {
    name: 'sh check instead of rm',
    path: 'a.sh',
    head: SH,
    changed: [4, 5],
    call: { line: 5, code: '  rm $file', body: sug('Stop if the copy failed.', '  [ -f "backup/$file" ] || exit 1') },
    want: rep(SH, '  rm $file', '  [ -f "backup/$file" ] || exit 1\n  rm $file'),
  },
  {
    name: 'sh for head without do',
    path: 'a.sh',
    head: SH,
    changed: [3],
    call: { line: 3, code: 'for file in *.txt; do', body: sug('Hidden files too.', 'for file in *.txt .*.txt') },
    want: rep(SH, 'in *.txt;', 'in *.txt .*.txt;'),
  },
  {
    name: 'docker RUN after COPY',
    path: 'Dockerfile',
    head: DOCK,
    changed: [3, 4],
    call: {
      line: 3,
      code: 'COPY . .',
      body: sug('Copy the lock file first, so that the layer is cached.', 'COPY package*.json ./'),
    },
    want: rep(DOCK, 'COPY . .', 'COPY package*.json ./\nCOPY . .'),
  },
  {
    name: 'docker right',
    path: 'Dockerfile',
    head: DOCK,
    changed: [4],
    call: { line: 4, code: 'RUN npm install', body: sug('Use the lock file.', 'RUN npm ci') },
    want: rep(DOCK, 'npm install', 'npm ci'),
    right: true,
  },
  {
    name: 'json comma lost',
    path: 'package.json',
    head: JSONF,
    changed: [4],
    call: { line: 4, code: '    "test": "vitest",', body: sug('Run once.', '    "test": "vitest run"') },
    want: rep(JSONF, '"vitest"', '"vitest run"'),
  },
  {
    name: 'json new key instead of the last one',
    path: 'package.json',
    head: JSONF,
    changed: [5],
    call: { line: 5, code: '    "build": "tsc"', body: sug('Lint.', '    "lint": "biome"') },
    want: rep(JSONF, '"tsc"', '"tsc",\n    "lint": "biome"'),
  },
  {
    name: 'rust remove instead, guard',
    path: 'a.rs',
    head: STORE_RS,
    changed: [3, 4],
    call: {
      line: 4,
      code: '        self.cache.remove(&order.id);',
      body: sug('Nothing to do without a cache.', '        if self.cache.is_empty() { return Ok(()); }'),
    },
    want: rep(
      STORE_RS,
      '        self.cache.remove',
      '        if self.cache.is_empty() { return Ok(()); }\n        self.cache.remove',
    ),
  },
  {
    name: 'rust numbers as in cat -n',
    path: 'a.rs',
    head: STORE_RS,
    changed: [3],
    call: {
      line: 3,
      code: '        self.db.insert(&order)?;',
      body: sug('Clone.', '     3\t        self.db.insert(&order.clone())?;'),
    },
    want: rep(STORE_RS, 'insert(&order)', 'insert(&order.clone())'),
  },
  {
    name: 'rust lost question mark end',
    path: 'a.rs',
    head: STORE_RS,
    changed: [2],
    call: {
      line: 2,
      code: '    pub fn save(&mut self, order: Order) -> Result<(), Error> {',
      body: sug('Reference.', '    pub fn save(&mut self, order: &Order) -> Result<(), Error>'),
    },
    want: rep(STORE_RS, 'order: Order', 'order: &Order'),
  },
  {
    name: 'py pop with default, far shift',
    path: 'a.py',
    head: STORE_PY,
    changed: [4, 5, 6, 7, 8, 9],
    call: { line: 5, code: 'self.cache.pop(order.id)', body: sug('Default.', 'self.cache.pop(order.id, None)') },
    want: rep(STORE_PY, 'pop(order.id)', 'pop(order.id, None)'),
  },
  {
    name: 'py log instead of insert',
    path: 'a.py',
    head: STORE_PY,
    changed: [7, 8],
    call: { line: 7, code: '        self.db.insert(order)', body: sug('Log the order.', '        log.info(order)') },
    want: rep(STORE_PY, '        self.db.insert', '        log.info(order)\n        self.db.insert'),
  },
  {
    name: 'py duplicate method in two classes, same code twice',
    path: 'a.py',
    head: STORE_PY + STORE_PY.replace('class Store', 'class Store2'),
    changed: [7, 8, 23, 24],
    call: {
      line: 20,
      code: '        self.cache.pop(order.id)',
      body: sug('Default.', '        self.cache.pop(order.id, None)'),
    },
    want: STORE_PY + STORE_PY.replace('class Store', 'class Store2').replace('pop(order.id)', 'pop(order.id, None)'),
  },
  {
    name: 'py if and return, lost indentation of second',
    path: 'a.py',
    head: STORE_PY,
    changed: [12, 13],
    call: {
      start_line: 12,
      line: 13,
      code: '        if key in self.cache:\n            return self.cache[key]',
      body: sug(
        'One look-up.',
        '        value = self.cache.get(key)\n        if value is not None:\n        return value',
      ),
    },
    want: rep(
      STORE_PY,
      '        if key in self.cache:\n            return self.cache[key]',
      '        value = self.cache.get(key)\n        if value is not None:\n            return value',
    ),
  },
  {
    name: 'py decorator above instead of def',
    path: 'a.py',
    head: STORE_PY,
    changed: [11],
    call: { line: 11, code: '    def load(self, key):', body: sug('Cache the results.', '    @lru_cache') },
    want: rep(STORE_PY, '    def load', '    @lru_cache\n    def load'),
  },
  {
    name: 'yaml list item twice in file, second meant',
    path: 'c.yml',
    head: SERVICES,
    changed: [4, 5, 10, 11],
    call: { line: 10, code: '    ports:', body: sug('Not public.', '    expose:') },
    want:
      SERVICES.slice(0, SERVICES.indexOf('postgres')) +
      SERVICES.slice(SERVICES.indexOf('postgres')).replace('ports:', 'expose:'),
  },
  {
    name: 'yaml new item lost dash',
    path: 'c.yml',
    head: SERVICES,
    changed: [7],
    call: { line: 7, code: '      - DEBUG=1', body: sug('And the level.', '      - DEBUG=1\n      LOG=info') },
    want: rep(SERVICES, '- DEBUG=1\n', '- DEBUG=1\n      - LOG=info\n'),
  },
  {
    name: 'yaml mapping to list, indentation lost',
    path: 'c.yml',
    head: SERVICES,
    changed: [3],
    call: { line: 3, code: '    image: nginx', body: sug('Pin it.', 'image: nginx:1.27\nrestart: always') },
    want: rep(SERVICES, '    image: nginx\n', '    image: nginx:1.27\n    restart: always\n'),
  },
  {
    name: 'yaml crlf',
    path: 'c.yml',
    head: crlf(SERVICES),
    changed: [3],
    call: { line: 4, code: 'image: nginx', body: sug('Pin it.', 'image: nginx:1.27') },
    want: crlf(rep(SERVICES, 'image: nginx', 'image: nginx:1.27')),
  },
  {
    name: 'tsx key',
    path: 'a.tsx',
    head: TSX,
    changed: [5],
    call: { line: 5, code: '        <li>{item.name}</li>', body: sug('Key.', '<li key={item.id}>{item.name}</li>') },
    want: rep(TSX, '<li>', '<li key={item.id}>'),
  },
  {
    name: 'tsx closing repeated',
    path: 'a.tsx',
    head: TSX,
    changed: [4, 5],
    call: {
      start_line: 4,
      line: 5,
      code: '      {items.map((item) => (\n        <li>{item.name}</li>',
      body: sug('Key.', '      {items.map((item) => (\n        <li key={item.id}>{item.name}</li>\n      ))}'),
    },
    want: rep(TSX, '<li>', '<li key={item.id}>'),
  },
  {
    name: 'go check error, lost tab depth',
    path: 'a.go',
    head: STORE_GO,
    changed: [6],
    call: {
      line: 6,
      code: '	tx.Insert(o)',
      body: sug('The error is lost.', 'if err := tx.Insert(o); err != nil {\n	return err\n}'),
    },
    want: rep(STORE_GO, '	tx.Insert(o)', '	if err := tx.Insert(o); err != nil {\n		return err\n	}'),
  },
  {
    name: 'go check instead of insert',
    path: 'a.go',
    head: STORE_GO,
    changed: [6],
    call: {
      line: 6,
      code: '	tx.Insert(o)',
      body: sug('Empty orders.', '	if o.ID == "" {\n		return ErrEmpty\n	}'),
    },
    want: rep(STORE_GO, '	tx.Insert', '	if o.ID == "" {\n		return ErrEmpty\n	}\n	tx.Insert'),
  },
  // A third set.
  {
    name: 'cs null check instead of send',
    path: 'a.cs',
    head: CS,
    changed: [5, 6],
    call: {
      line: 6,
      code: '        _smtp.Send(order.Email);',
      body: sug('The address may be null.', '        if (order.Email is null) return;'),
    },
    want: rep(CS, '        _smtp', '        if (order.Email is null) return;\n        _smtp'),
  },
  {
    name: 'cs throw instead',
    path: 'a.cs',
    head: CS,
    changed: [5, 6],
    call: {
      line: 6,
      code: '        _smtp.Send(order.Email);',
      body: sug('Fail early.', '        ArgumentNullException.ThrowIfNull(order.Email);'),
    },
    want: rep(CS, '        _smtp', '        ArgumentNullException.ThrowIfNull(order.Email);\n        _smtp'),
  },
  {
    name: 'cs expression body loses semicolon and =>',
    path: 'a.cs',
    head: CS,
    changed: [10],
    call: {
      line: 10,
      code: '    public int Count => _orders.Count();',
      body: sug('Property.', '    public int Count { get { return _orders.Count; }'),
    },
    want: rep(CS, '=> _orders.Count();', '{ get { return _orders.Count; } }'),
  },
  {
    name: 'cs crlf with tabs',
    path: 'a.cs',
    head: crlf(CS),
    changed: [6],
    call: { line: 6, code: '_smtp.Send(order.Email);', body: sug('Await.', '\t\tawait _smtp.SendAsync(order.Email);') },
    want: crlf(rep(CS, '_smtp.Send(', 'await _smtp.SendAsync(')),
  },
  {
    name: 'swift guard instead of cache',
    path: 'a.swift',
    head: SW,
    changed: [2, 3],
    call: {
      line: 3,
      code: '    cache[url] = data',
      body: sug(
        'Check the status.',
        '    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Failed() }',
      ),
    },
    want: rep(
      SW,
      '    cache',
      '    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Failed() }\n    cache',
    ),
  },
  {
    name: 'swift one late without code',
    path: 'a.swift',
    head: SW,
    changed: [2, 3, 4],
    call: { line: 4, body: sug('Only good data.', '    if !data.isEmpty { cache[url] = data }') },
    want: rep(SW, 'cache[url] = data', 'if !data.isEmpty { cache[url] = data }'),
  },
  {
    name: 'elixir pipe part',
    path: 'a.ex',
    head: EX,
    changed: [3, 4, 5],
    call: { line: 3, code: '    items', body: sug('Open ones.', '    items\n    |> Enum.filter(& &1.open)') },
    want: rep(EX, '    items\n', '    items\n    |> Enum.filter(& &1.open)\n'),
  },
  {
    name: 'elixir pipe in one, two quoted',
    path: 'a.ex',
    head: EX,
    changed: [3, 4, 5],
    call: {
      start_line: 3,
      line: 4,
      code: '    items\n    |> Enum.map(& &1.price)',
      body: sug('One pass.', '    Enum.sum_by(items, & &1.price)'),
    },
    want: rep(EX, '    items\n    |> Enum.map(& &1.price)\n    |> Enum.sum()', '    Enum.sum_by(items, & &1.price)'),
  },
  {
    name: 'tf acl',
    path: 'a.tf',
    head: TF,
    changed: [3],
    call: { line: 3, code: 'acl = "public-read"', body: sug('Private.', 'acl = "private"') },
    want: rep(TF, 'acl    = "public-read"', 'acl = "private"'),
  },
  {
    name: 'tf new attribute instead',
    path: 'a.tf',
    head: TF,
    changed: [2, 3],
    call: {
      line: 2,
      code: '  bucket = "logs"',
      body: sug('Force destroy is off by default.', '  force_destroy = false'),
    },
    want: rep(TF, '  bucket = "logs"\n', '  bucket = "logs"\n  force_destroy = false\n'),
  },
  {
    name: 'tf tags lost inner indentation',
    path: 'a.tf',
    head: TF,
    changed: [5, 6, 7],
    call: {
      start_line: 5,
      line: 7,
      code: '  tags = {\n    team = "ops"\n  }',
      body: sug('Cost.', 'tags = {\nteam = "ops"\ncost = "42"\n}'),
    },
    want: rep(TF, '    team = "ops"\n', '    team = "ops"\n    cost = "42"\n'),
  },
  {
    name: 'css second of two equal lines',
    path: 'a.css',
    head: CSS,
    changed: [3, 8],
    call: { line: 8, code: '  margin: 0;', body: sug('Space.', '  margin: 1px;') },
    want: CSS.slice(0, CSS.indexOf(':hover')) + CSS.slice(CSS.indexOf(':hover')).replace('margin: 0', 'margin: 1px'),
  },
  {
    name: 'css off by one to other rule',
    path: 'a.css',
    head: CSS,
    changed: [2, 3, 7, 8],
    call: { line: 6, code: '  color: blue;', body: sug('Contrast.', '  color: navy;') },
    want: rep(CSS, 'blue', 'navy'),
  },
  {
    name: 'html type',
    path: 'a.html',
    head: HTML,
    changed: [2, 3],
    call: {
      line: 2,
      code: '  <input name="password">',
      body: sug('Hide it.', '<input name="password" type="password">'),
    },
    want: rep(HTML, '<input name="password">', '<input name="password" type="password">'),
  },
  {
    name: 'html csrf field instead of user',
    path: 'a.html',
    head: HTML,
    changed: [2, 3],
    call: {
      line: 2,
      code: '  <input name="user">',
      body: sug('No CSRF token.', '  <input name="csrf" type="hidden" value="{{ token }}">'),
    },
    want: rep(
      HTML,
      '  <input name="user">',
      '  <input name="csrf" type="hidden" value="{{ token }}">\n  <input name="user">',
    ),
  },
  {
    name: 'lua loop head, lost do',
    path: 'a.lua',
    head: LUA,
    changed: [3],
    call: { line: 3, code: '  for i = 0, #items do', body: sug('From 1.', '  for i = 1, #items') },
    want: rep(LUA, 'i = 0', 'i = 1'),
  },
  {
    name: 'lua right',
    path: 'a.lua',
    head: LUA,
    changed: [3],
    call: { line: 3, code: '  for i = 0, #items do', body: sug('From 1.', 'for i = 1, #items do') },
    want: rep(LUA, 'i = 0', 'i = 1'),
  },
  {
    name: 'lua body repeated end',
    path: 'a.lua',
    head: LUA,
    changed: [3, 4],
    call: {
      start_line: 3,
      line: 4,
      code: '  for i = 0, #items do\n    sum = sum + items[i].price',
      body: sug('Iterate.', '  for _, item in ipairs(items) do\n    sum = sum + item.price\n  end'),
    },
    want: rep(
      LUA,
      '  for i = 0, #items do\n    sum = sum + items[i].price',
      '  for _, item in ipairs(items) do\n    sum = sum + item.price',
    ),
  },
  {
    name: 'hs where',
    path: 'a.hs',
    head: HS,
    changed: [2],
    call: {
      line: 2,
      code: 'total orders = sum (map price open)',
      body: sug('Strict.', "total orders = foldl' (+) 0 (map price open"),
    },
    want: rep(HS, 'sum (map price open)', "foldl' (+) 0 (map price open)"),
  },
  {
    name: 'toml section instead',
    path: 'Cargo.toml',
    head: TOML,
    changed: [6, 7],
    call: {
      line: 7,
      code: 'tokio = "1"',
      body: sug('Features.', '[dependencies.tokio]\nversion = "1"\nfeatures = ["rt"]'),
    },
    want: rep(TOML, 'tokio = "1"\n', '\n[dependencies.tokio]\nversion = "1"\nfeatures = ["rt"]\n'),
  },
  {
    name: 'toml edition missing',
    path: 'Cargo.toml',
    head: TOML,
    changed: [3],
    call: { line: 3, code: 'version = "0.1.0"', body: sug('Edition is missing.', 'edition = "2021"') },
    want: rep(TOML, 'version = "0.1.0"\n', 'version = "0.1.0"\nedition = "2021"\n'),
  },
  {
    name: 'py try around one line, others below',
    path: 'h.py',
    head: HANDLER,
    changed: [2, 3],
    call: {
      line: 2,
      code: '    body = json.loads(event["body"])',
      body: sug('Bad JSON.', 'try:\n    body = json.loads(event["body"])\nexcept ValueError:\n    return error(400)'),
    },
    want: rep(
      HANDLER,
      '    body = json.loads(event["body"])',
      '    try:\n        body = json.loads(event["body"])\n    except ValueError:\n        return error(400)',
    ),
  },
  {
    name: 'py guard instead of token',
    path: 'h.py',
    head: HANDLER,
    changed: [6, 7],
    call: {
      line: 6,
      code: '    token = sign(user)',
      body: sug('Locked users.', '    if user.locked:\n        return error(403)'),
    },
    want: rep(HANDLER, '    token =', '    if user.locked:\n        return error(403)\n    token ='),
  },
  {
    name: 'py swap of two lines given over one',
    path: 'h.py',
    head: HANDLER,
    changed: [6, 7],
    call: {
      line: 6,
      code: '    token = sign(user)',
      body: sug('Log first.', '    audit.log(user)\n    token = sign(user)'),
    },
    want: rep(HANDLER, '    token = sign(user)\n    audit.log(user)', '    audit.log(user)\n    token = sign(user)'),
  },
  {
    name: 'py rest of function',
    path: 'h.py',
    head: HANDLER,
    changed: [4, 5, 6],
    call: {
      start_line: 4,
      line: 5,
      code: '    if user is None:\n        return error(404)',
      body: sug(
        'No hint who exists.',
        '    if user is None:\n        return error(401)\n    token = sign(user)\n    audit.log(user)\n    return ok(token)',
      ),
    },
    want: rep(HANDLER, 'error(404)', 'error(401)'),
  },
  {
    name: 'js await lost brace',
    path: 'a.js',
    head: LOGIN,
    changed: [3, 4, 5, 6],
    call: {
      start_line: 3,
      line: 6,
      code: '  if (!user) {\n    res.status(404).end()\n    return\n  }',
      body: sug('One line.', '  if (!user) return res.status(404).end()\n  }'),
    },
    want: rep(
      LOGIN,
      '  if (!user) {\n    res.status(404).end()\n    return\n  }',
      '  if (!user) return res.status(404).end()',
    ),
  },
  {
    name: 'js cookie flags over two',
    path: 'a.js',
    head: LOGIN,
    changed: [7, 8],
    call: {
      start_line: 7,
      line: 8,
      code: "  res.cookie('session', sign(user))",
      body: sug('Flags.', "  res.cookie('session', sign(user), { httpOnly: true })"),
    },
    want: rep(LOGIN, 'sign(user))', 'sign(user), { httpOnly: true })'),
  },
  {
    name: 'js json strip password, one early no code',
    path: 'a.js',
    head: LOGIN,
    changed: [7, 8],
    call: { line: 7, body: sug('Do not send the hash.', '  res.json({ id: user.id, name: user.name })') },
    want: rep(LOGIN, 'res.json(user)', 'res.json({ id: user.id, name: user.name })'),
  },
  {
    name: 'js rate limit instead of find',
    path: 'a.js',
    head: LOGIN,
    changed: [2],
    call: {
      line: 2,
      code: '  const user = await find(req.body.name)',
      body: sug('Limit the attempts.', '  if (await tooMany(req.ip)) return res.status(429).end()'),
    },
    want: rep(LOGIN, '  const user', '  if (await tooMany(req.ip)) return res.status(429).end()\n  const user'),
  },
  {
    name: 'js mixed indentation tabs',
    path: 'a.js',
    head: LOGIN,
    changed: [3, 4, 5],
    call: {
      start_line: 4,
      line: 5,
      code: '    res.status(404).end()\n    return',
      body: sug('401.', '\tres.status(401).end()\n\treturn'),
    },
    want: rep(LOGIN, '404', '401'),
  },
  // A fourth set.
  {
    name: 'js order: notify first, only push quoted',
    path: 'a.js',
    head: QUEUE,
    changed: [3, 4],
    call: {
      line: 3,
      code: '    this.items.push(item)',
      body: sug('Copy the item.', '    this.items.push({ ...item })\n    this.notify(item)'),
    },
    want: rep(
      QUEUE,
      '    this.items.push(item)\n    this.notify()',
      '    this.items.push({ ...item })\n    this.notify(item)',
    ),
  },
  {
    name: 'js size decrement replaced by if around',
    path: 'a.js',
    head: QUEUE,
    changed: [8, 9],
    call: {
      line: 9,
      code: '    this.size -= 1',
      body: sug('An empty queue gets negative.', '    if (item !== undefined) {\n      this.size -= 1\n    }'),
    },
    want: rep(QUEUE, '    this.size -= 1', '    if (item !== undefined) {\n      this.size -= 1\n    }'),
  },
  {
    name: 'js size: guard with other return',
    path: 'a.js',
    head: QUEUE,
    changed: [8, 9],
    call: {
      line: 9,
      code: '    this.size -= 1',
      body: sug('An empty queue gets negative.', '    if (item === undefined) {\n      return undefined\n    }'),
    },
    want: rep(
      QUEUE,
      '    this.size -= 1',
      '    if (item === undefined) {\n      return undefined\n    }\n    this.size -= 1',
    ),
  },
  {
    name: 'js optional chaining, indentation lost',
    path: 'a.js',
    head: QUEUE,
    changed: [14],
    call: { line: 14, code: '    return this.items[0].value', body: sug('Empty.', 'return this.items[0]?.value') },
    want: rep(QUEUE, '[0].value', '[0]?.value'),
  },
  {
    name: 'js new method instead of getter head',
    path: 'a.js',
    head: QUEUE,
    changed: [13, 14, 15],
    call: {
      line: 13,
      code: '  get first() {',
      body: sug('A size check helps.', '  get isEmpty() {\n    return this.size === 0\n  }\n\n  get first() {'),
    },
    want: rep(QUEUE, '  get first() {', '  get isEmpty() {\n    return this.size === 0\n  }\n\n  get first() {'),
  },
  {
    name: 'py comprehension over loop, head and one quoted',
    path: 'p.py',
    head: ROWS,
    changed: [4, 5, 6],
    call: {
      start_line: 4,
      line: 5,
      code: '    for row in rows:\n        row.price = float(row.price)',
      body: sug('Decimal.', '    for row in rows:\n        row.price = Decimal(row.price)\n        store(row)'),
    },
    want: rep(ROWS, 'float(row.price)', 'Decimal(row.price)'),
  },
  {
    name: 'py with one tab',
    path: 'p.py',
    head: ROWS,
    changed: [5],
    call: {
      line: 5,
      code: '        row.price = float(row.price)',
      body: sug('Decimal.', '\t\trow.price = Decimal(row.price)'),
    },
    want: rep(ROWS, 'float(row.price)', 'Decimal(row.price)'),
  },
  {
    name: 'py 4 instead of 8 blanks',
    path: 'p.py',
    head: ROWS,
    changed: [5, 6],
    call: { line: 6, code: '        store(row)', body: sug('Batch.', '    store_later(row)') },
    want: rep(ROWS, 'store(row)', 'store_later(row)'),
  },
  {
    name: 'py store after loop',
    path: 'p.py',
    head: ROWS,
    changed: [6],
    call: { line: 6, code: '        store(row)', body: sug('Store all at once.', '    store_all(rows)') },
    want: rep(ROWS, '        store(row)', '    store_all(rows)'),
  },
  {
    name: 'py sorted, other function same text',
    path: 'p.py',
    head: ROWS,
    changed: [7, 11, 12, 13],
    call: { line: 13, code: '    return rows', body: sug('A copy.', '    return list(rows)') },
    want: `${ROWS.slice(0, ROWS.lastIndexOf('return rows'))}return list(rows)\n`,
  },
  {
    name: 'py del to slice with return',
    path: 'p.py',
    head: ROWS,
    changed: [11, 12],
    call: { line: 12, code: '    del rows[10:]', body: sug('No mutation.', '    return rows[:10]') },
    want: rep(ROWS, '    del rows[10:]\n    return rows', '    return rows[:10]'),
  },
  {
    name: 'go nil check',
    path: 'a.go',
    head: HANDLE,
    changed: [2, 3],
    call: {
      line: 3,
      code: '	token := sign(user)',
      body: sug('Unknown users.', '	if user == nil {\n		http.Error(w, "no user", 404)\n		return\n	}'),
    },
    want: rep(
      HANDLE,
      '	token :=',
      '	if user == nil {\n		http.Error(w, "no user", 404)\n		return\n	}\n	token :=',
    ),
  },
  {
    name: 'go err added',
    path: 'a.go',
    head: HANDLE,
    changed: [3],
    call: {
      line: 3,
      code: '	token := sign(user)',
      body: sug('The error.', '    token, err := sign(user)\n    if err != nil {\n        return\n    }'),
    },
    want: rep(HANDLE, '	token := sign(user)', '	token, err := sign(user)\n	if err != nil {\n		return\n	}'),
  },
  {
    name: 'go header line without code far',
    path: 'a.go',
    head: HANDLE,
    changed: [2, 3, 4, 5],
    call: { line: 5, body: sug('Cookie.', '	http.SetCookie(w, &http.Cookie{Name: "t", Value: token})') },
    want: rep(HANDLE, 'w.Header().Set("X-Token", token)', 'http.SetCookie(w, &http.Cookie{Name: "t", Value: token})'),
  },
  {
    name: 'yaml list quoted items',
    path: 'c.yml',
    head: MATRIX,
    changed: [8],
    call: { line: 8, code: '        node: [18, 20]', body: sug('22.', 'node:\n  - 20\n  - 22') },
    want: rep(MATRIX, '        node: [18, 20]', '        node:\n          - 20\n          - 22'),
  },
  {
    name: 'yaml env key appended at wrong depth',
    path: 'c.yml',
    head: MATRIX,
    changed: [3],
    call: { line: 3, code: '  LOG: debug', body: sug('CI.', '  LOG: info\nCI: true') },
    want: rep(MATRIX, '  LOG: debug', '  LOG: info\n  CI: true'),
  },
  {
    name: 'yaml run with flag, dash lost',
    path: 'c.yml',
    head: MATRIX,
    changed: [10],
    call: { line: 10, code: '      - run: npm ci', body: sug('No scripts.', '      run: npm ci --ignore-scripts') },
    want: rep(MATRIX, 'npm ci', 'npm ci --ignore-scripts'),
  },
  {
    name: 'java try-finally around loop, first only',
    path: 'P.java',
    head: POOL,
    changed: [3, 4, 5],
    call: {
      start_line: 3,
      line: 5,
      code: '        for (Connection c : connections) {\n            c.close();\n        }',
      body: sug(
        'Each error.',
        '        for (Connection c : connections) {\n            try {\n                c.close();\n            } catch (Exception e) {\n                log.warn(e);\n            }',
      ),
    },
    want: rep(
      POOL,
      '            c.close();',
      '            try {\n                c.close();\n            } catch (Exception e) {\n                log.warn(e);\n            }',
    ),
  },
  {
    name: 'java swap shutdown',
    path: 'P.java',
    head: POOL,
    changed: [6, 7],
    call: {
      line: 7,
      code: '        executor.shutdown();',
      body: sug('Wait.', '        executor.awaitTermination(5, SECONDS);'),
    },
    want: rep(
      POOL,
      '        executor.shutdown();\n',
      '        executor.shutdown();\n        executor.awaitTermination(5, SECONDS);\n',
    ),
  },
  {
    name: 'rust ok',
    path: 'a.rs',
    head: PARSE,
    changed: [3],
    call: {
      line: 4,
      code: 'let value = first.parse().unwrap();',
      body: sug('No panic.', 'let value = first.parse().ok()?;'),
    },
    want: rep(PARSE, '.unwrap()', '.ok()?'),
    right: true,
  },
  {
    name: 'rust two lines to one, tail stays',
    path: 'a.rs',
    head: PARSE,
    changed: [3, 4],
    call: {
      line: 3,
      code: '    let value = first.parse().unwrap();',
      body: sug('Directly.', '    first.parse().ok()'),
    },
    want: rep(PARSE, '    let value = first.parse().unwrap();\n    Some(value)', '    first.parse().ok()'),
  },
  {
    name: 'sql new column lost comma',
    path: 'a.sql',
    head: ORDERS,
    changed: [4],
    call: { line: 4, code: '  name TEXT', body: sug('Currency.', '  name TEXT\n  currency TEXT') },
    want: rep(ORDERS, '  name TEXT', '  name TEXT,\n  currency TEXT'),
  },
  {
    name: 'sql type crlf',
    path: 'a.sql',
    head: crlf(ORDERS),
    changed: [3],
    call: { line: 3, code: '  price REAL,', body: sug('Cents.', 'price INTEGER,') },
    want: crlf(rep(ORDERS, 'REAL', 'INTEGER')),
  },
  {
    name: 'sql comma lost',
    path: 'a.sql',
    head: ORDERS,
    changed: [3],
    call: { line: 3, code: '  price REAL,', body: sug('Cents.', '  price INTEGER') },
    want: rep(ORDERS, 'REAL', 'INTEGER'),
  },
  {
    name: 'make vet moved to test',
    path: 'Makefile',
    head: BUILD,
    changed: [2, 3],
    call: { line: 3, code: '\tgo vet ./...', body: sug('All tags.', 'go vet -tags=all ./...') },
    want: rep(BUILD, 'go vet', 'go vet -tags=all'),
  },
  {
    name: 'make lint instead of vet',
    path: 'Makefile',
    head: BUILD,
    changed: [2, 3],
    call: { line: 2, code: '\tgo build ./...', body: sug('Generate first.', '\tgo generate ./...') },
    want: rep(BUILD, '\tgo build', '\tgo generate ./...\n\tgo build'),
  },
  // Found by the measure.
  {
    name: 'a closing bracket further out than the line that opened it',
    path: 'a.m',
    head: 'void draw() {\n  switch (style) {\n    case 1:\n      line();\n  }\n}\n',
    changed: [2, 3, 4],
    call: {
      start_line: 2,
      line: 4,
      code: '  switch (style) {\n    case 1:\n      line();',
      body: sug('Only new systems.', '  if (isNew()) {\n    switch (style) {\n      case 1:\n        line();\n}'),
    },
    want: 'void draw() {\n  if (isNew()) {\n    switch (style) {\n      case 1:\n        line();\n    }\n  }\n}\n',
  },
  {
    name: 'scss a declaration too many quoted',
    path: 'a.scss',
    head: '$table-color: var(--emphasis-color) !default;\n$table-bg: var(--body-bg) !default;\n$table-accent-bg: transparent !default;\n',
    changed: [1],
    call: {
      start_line: 1,
      line: 3,
      code: '$table-color: var(--emphasis-color) !default;\n$table-bg: var(--body-bg) !default;\n$table-accent-bg: transparent !default;',
      body: sug('As before.', '$table-color: var(--body-color) !default;\n$table-bg: transparent !default;'),
    },
    want: '$table-color: var(--body-color) !default;\n$table-bg: transparent !default;\n$table-accent-bg: transparent !default;\n',
  },
  {
    name: 'rb a remark below the head lost its indentation',
    path: 'a.rb',
    head: 'def setup(path: "a")\n    dir = root.join(path)\n    go(dir)\nend\n',
    changed: [1],
    call: {
      line: 1,
      code: 'def setup(path: "a")',
      body: sug('Name it.', 'def setup(path: "a", fabric: false)\n# What tests capture.\n    prepare = "node a.js"'),
    },
    want: 'def setup(path: "a", fabric: false)\n    # What tests capture.\n    prepare = "node a.js"\n    dir = root.join(path)\n    go(dir)\nend\n',
  },
  {
    name: 'php the first line trimmed, with one level less below it',
    path: 'a.php',
    head: `<?php\nfunction f() {\n${STYLES}\n\t\t),\n\t);\n\n\tshow(\n\t\t$gallery_styles,\n\t);\n}\n`,
    changed: [2, 12],
    call: {
      start_line: 3,
      line: 9,
      code: STYLES,
      body: sug(
        'One by one.',
        "$gallery_styles   = array();\n\t$gallery_styles[] = array(\n\t\t'selector'     => \".wp-block-gallery.{$unique_gallery_classname}\",\n\t\t'declarations' => array(\n\t\t\t'--wp--style--unstable-gallery-gap' => $gap_column,\n\t\t\t'gap'                               => $gap_value,",
      ),
    },
    want: `<?php\nfunction f() {\n\t$gallery_styles   = array();\n\t$gallery_styles[] = array(\n\t\t'selector'     => ".wp-block-gallery.{$unique_gallery_classname}",\n\t\t'declarations' => array(\n\t\t\t'--wp--style--unstable-gallery-gap' => $gap_column,\n\t\t\t'gap'                               => $gap_value,\n\t\t),\n\t);\n\n\tshow(\n\t\t$gallery_styles,\n\t);\n}\n`,
  },
  // Another form of a line just outside the range.
  ...outsideAgain,
]
