/** A change of some lines, as a careful reviewer means it: lines `first` to `last` become `lines`. A `last` before `first` adds lines. */
export type MeantChange = { path: string; head: string; first: number; last: number; lines: string; words: string }

const BUFFER = `#include <stdlib.h>
#include <string.h>
#include "buf.h"

struct buf *buf_new(size_t cap) {
    struct buf *b = malloc(sizeof(*b));
    b->data = malloc(cap);
    b->cap = cap;
    b->len = 0;
    return b;
}

int buf_add(struct buf *b, const char *text) {
    size_t n = strlen(text);
    for (size_t i = 0; i <= n; i++) {
        b->data[b->len + i] = text[i];
    }
    b->len += n;
    return 0;
}

void buf_free(struct buf *b) {
    free(b);
    free(b->data);
}
`

const BASKET = `using System;
using System.Collections.Generic;

namespace Shop
{
    public class Basket
    {
        private readonly List<Item> items = new List<Item>();

        public decimal Total()
        {
            decimal sum = 0;
            foreach (var item in items)
            {
                sum += item.Price;
            }
            return sum;
        }

        public Item Find(string name)
        {
            foreach (var item in items)
            {
                if (item.Name == name)
                    return item;
            }
            return null;
        }

        public void Remove(string name)
        {
            var found = Find(name);
            items.Remove(found);
        }
    }
}
`

const STORE = `<?php

namespace App;

class UserStore
{
    public function load(string $id): ?array
    {
        $sql = "SELECT * FROM users WHERE id = " . $id;
        $rows = $this->db->query($sql);
        return $rows[0];
    }

    public function save(array $user): void
    {
        $this->db->exec("UPDATE users SET name = '" . $user['name'] . "'");
        $this->cache->delete($user['id']);
    }

    public function all(): array
    {
        $users = [];
        foreach ($this->db->query('SELECT * FROM users') as $row) {
            $users[] = $row;
        }
        return $users;
    }
}
`

const REPORT = `require 'json'

class Report
  attr_reader :rows

  def initialize(rows)
    @rows = rows
  end

  def total
    sum = 0
    rows.each do |row|
      sum += row[:amount]
    end
    sum
  end

  def to_json
    JSON.generate(rows.map { |row| row.slice(:id, :amount) })
  end

  def write(path)
    file = File.open(path, 'w')
    file.puts to_json
    file.close
  end
end
`

const SESSION = `import Foundation

final class Session {
    var token: String?
    let queue = DispatchQueue(label: "session")

    func refresh(done: @escaping (Bool) -> Void) {
        queue.async {
            let url = URL(string: self.address)!
            let data = try! Data(contentsOf: url)
            self.token = String(data: data, encoding: .utf8)
            done(true)
        }
    }

    func isValid(at date: Date) -> Bool {
        guard let token = token else { return true }
        let parts = token.split(separator: ".")
        return parts.count > 2
    }
}
`

const DOCKER = `FROM node:20
WORKDIR /app
COPY . .
RUN npm install
RUN npm run build
ENV NODE_ENV=production
ENV PORT=80
EXPOSE 80
USER root
CMD ["npm", "start"]
`

const INFRA = `resource "aws_s3_bucket" "logs" {
  bucket = "logs-prod"
  acl    = "public-read"
}

resource "aws_db_instance" "main" {
  engine              = "postgres"
  instance_class      = "db.t3.micro"
  publicly_accessible = true
  skip_final_snapshot = true
}

variable "region" {
  type    = string
  default = "eu-west-1"
}
`

const PACKAGE = `{
  "name": "shop",
  "version": "1.0.0",
  "scripts": {
    "build": "tsc",
    "test": "vitest run",
    "start": "node dist/index.js"
  },
  "dependencies": {
    "express": "*",
    "zod": "^3.0.0"
  },
  "engines": {
    "node": ">=14"
  }
}
`

const PROPERTIES = `# server
server.port=8080
server.host=0.0.0.0
server.timeout=0

# database
db.url=jdbc:postgresql://localhost/shop
db.user=postgres
db.password=postgres
db.pool.max=1000
`

const CARD = `.card {
  color: #888;
  background: #999;
  width: 1200px;
}

.card:hover {
  outline: none;
  transition: all 2s;
}

@media (max-width: 600px) {
  .card {
    width: 100px;
  }
}
`

const USERS = `import { useEffect, useState } from 'react'
import { load } from './api'

export function Users({ team }) {
  const [users, setUsers] = useState([])
  const [error, setError] = useState(null)
  useEffect(() => {
    load(team).then(setUsers)
  })
  const names = users.map((user) => user.name)
  const count = users.length
  if (error) return <p>{error.message}</p>
  return (
    <ul title={count}>
      {names.map((name) => (
        <li>{name}</li>
      ))}
    </ul>
  )
}
`

const MERGE = `local M = {}

function M.merge(a, b)
  local out = {}
  for k, v in pairs(a) do
    out[k] = v
  end
  for k, v in ipairs(b) do
    out[k] = v
  end
  return out
end

function M.read(path)
  local file = io.open(path)
  local text = file:read('*a')
  file:close()
  return text
end

return M
`

const IMPORT = `import csv
import os


class Import:
    def __init__(self, path, store):
        self.path = path
        self.store = store

    def run(self):
        count = 0
        with open(self.path) as handle:
            for row in csv.reader(handle):
                name, price = row[0], row[1]
                self.store.add(name, price)
                count = count + 1
        os.remove(self.path)
        return count

    def check(self, rows):
        for index in range(1, len(rows)):
            if not rows[index]:
                raise ValueError(index)
        return True

    def report(self):
        try:
            count = self.run()
        except:
            print('failed')
        print(count)
`

const COMPOSE = `services:
  web:
    image: nginx:latest
    ports:
      - "80:80"
      - "443:443"
    environment:
      MODE: debug
      TOKEN: abc123
    restart: "no"
  db:
    image: postgres:latest
    ports:
      - "5432:5432"
    environment:
      POSTGRES_PASSWORD: secret
    volumes:
      - /data:/var/lib/postgresql
`

const WORKFLOW = `on: pull_request
permissions: write-all
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v3
      - run: npm install
      - run: npm run lint
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 16
      - name: Test
        run: npm test
      - name: Report
        run: echo \${{ github.head_ref }}
`

const ORDERS = `import logging

from .mail import send_mail
from .stock import reserve, release

log = logging.getLogger(__name__)


def place(order, user):
    total = 0
    for i in range(len(order.items) + 1):
        item = order.items[i]
        if item.count > 0:
            reserve(item.sku, item.count)
            total += item.price
    order.total = total
    if user.email:
        send_mail(user.email, "placed")
    return order


def cancel(order, user):
    for item in order.items:
        release(item.sku, item.count)
    order.total = 0
    send_mail(user.email, "cancelled")
    return order
`

const DEPLOY = `name: ci
on:
  push:
    branches: [main]
  pull_request:
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v2
      - uses: actions/setup-node@v4
        with:
          node-version: 16
      - run: npm install
      - run: npm test
        env:
          CI: true
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v2
      - run: ./deploy.sh \${{ github.event.pull_request.title }}
        env:
          TOKEN: \${{ secrets.TOKEN }}
`

const MAKE = `CC ?= gcc
CFLAGS = -O2

.PHONY: all clean

all: main.o util.o
\t$(CC) $(CFLAGS) -o app main.o

%.o: %.c
\t$(CC) $(CFLAGS) -c $<

clean:
\trm -rf $(OUT)/*
\trm -f app

install: all
\tcp app /usr/bin
`

const PAY = `<!doctype html>
<html>
  <head>
    <title>Shop</title>
    <script src="http://cdn.example.com/a.js"></script>
  </head>
  <body>
    <form action="/pay">
      <input name="card">
      <input name="cvv">
      <button>Pay</button>
    </form>
    <img src="logo.png">
    <a href="/out" target="_blank">Out</a>
  </body>
</html>
`

const CARGO = `[package]
name = "sluice"
version = "0.1.0"
edition = "2018"

[dependencies]
serde = "*"
tokio = { version = "1", features = ["full"] }

[dev-dependencies]
serde = "*"

[profile.release]
debug = true
lto = false
`

const IMAGE = `FROM node:latest
WORKDIR /app
COPY package.json ./
RUN npm install
COPY . .
USER node
CMD ["node", "app.js"]
`
const CLEANING = `#!/bin/sh
set -e
cd "$1"
rm -rf $DIR/*
rm -f a.log
mkdir -p out
`
const RULES = `all: app
\tgcc a.c
\tstrip a.out

test: app
\t./a.out
`
const READING = `def read(path):
    try:
        return load(path)
    except Missing:
        return None
    except:
        pass


def write(path, text):
    try:
        save(path, text)
    finally:
        close(path)
`

/** Short lines, and a block that does nothing: their change has many new words. */
export const SHORT_CHANGES: readonly MeantChange[] = [
  { path: 'Dockerfile', head: IMAGE, first: 1, last: 1, lines: 'FROM node:24.1.0-slim', words: 'The tag moves.' },
  {
    path: 'clean.sh',
    head: CLEANING,
    first: 4,
    last: 4,
    lines: 'rm -rf "${DIR:?}"/*',
    words: 'An empty name deletes all.',
  },
  { path: 'Makefile', head: RULES, first: 2, last: 2, lines: '\tgcc -Wall -o a.out a.c', words: 'Warnings are off.' },
  {
    path: 'read.py',
    head: READING,
    first: 6,
    last: 7,
    lines: '    except OSError as error:\n        log.warning("cannot read %s: %s", path, error)\n        raise',
    words: 'Every error disappears.',
  },
]

export const MEANT_CHANGES: MeantChange[] = (
  [
    ['src/buf.c', BUFFER, 15, 15, '    for (size_t i = 0; i < n; i++) {', 'The loop copies one byte too many.'],
    ['src/buf.c', BUFFER, 15, 17, '    memcpy(b->data + b->len, text, n);', 'Use memcpy and copy n bytes only.'],
    ['src/buf.c', BUFFER, 23, 24, '    free(b->data);\n    free(b);', 'b is used after it was freed.'],
    ['src/buf.c', BUFFER, 7, 6, '    if (b == NULL) return NULL;', 'malloc may fail.'],
    ['src/buf.c', BUFFER, 14, 13, '    if (b->len + strlen(text) > b->cap) return -1;', 'The buffer may overflow.'],
    ['src/Basket.cs', BASKET, 15, 15, '                sum += item.Price * item.Count;', 'The count is ignored.'],
    [
      'src/Basket.cs',
      BASKET,
      27,
      27,
      '            throw new KeyNotFoundException(name);',
      'Callers do not expect null.',
    ],
    ['src/Basket.cs', BASKET, 33, 33, '            if (found != null) items.Remove(found);', 'found may be null.'],
    ['src/Basket.cs', BASKET, 33, 32, '            if (found == null) return;', 'Nobody checks for null.'],
    [
      'src/Basket.cs',
      BASKET,
      24,
      25,
      '                if (string.Equals(item.Name, name, StringComparison.OrdinalIgnoreCase))\n                    return item;',
      'Compare without case.',
    ],
    [
      'src/UserStore.php',
      STORE,
      9,
      10,
      "        $sql = 'SELECT * FROM users WHERE id = ?';\n        $rows = $this->db->query($sql, [$id]);",
      'SQL injection.',
    ],
    ['src/UserStore.php', STORE, 11, 11, '        return $rows[0] ?? null;', 'There may be no row.'],
    [
      'src/UserStore.php',
      STORE,
      16,
      16,
      "        $this->db->exec('UPDATE users SET name = ? WHERE id = ?', [$user['name'], $user['id']]);",
      'All users are updated.',
    ],
    [
      'src/UserStore.php',
      STORE,
      22,
      25,
      "        $users = iterator_to_array($this->db->query('SELECT * FROM users'));",
      'Use iterator_to_array.',
    ],
    ['lib/report.rb', REPORT, 13, 13, '      sum += row.fetch(:amount, 0)', 'amount may be missing.'],
    ['lib/report.rb', REPORT, 11, 15, '    rows.sum { |row| row[:amount] }', 'Use sum.'],
    ['lib/report.rb', REPORT, 23, 25, '    File.write(path, to_json)', 'The file stays open on an error.'],
    ['lib/report.rb', REPORT, 18, 18, '  def to_json(*)', 'to_json is called with a state.'],
    [
      'Sources/Session.swift',
      SESSION,
      17,
      17,
      '        guard let token = token else { return false }',
      'No token is not valid.',
    ],
    [
      'Sources/Session.swift',
      SESSION,
      10,
      10,
      '            guard let data = try? Data(contentsOf: url) else { return done(false) }',
      'A network error crashes.',
    ],
    ['Sources/Session.swift', SESSION, 8, 8, '        queue.async { [weak self] in', 'The closure keeps the session.'],
    ['Sources/Session.swift', SESSION, 19, 19, '        return parts.count == 3', 'A token has three parts.'],
    ['Dockerfile', DOCKER, 4, 4, 'RUN npm ci', 'Install what the lock file says.'],
    ['Dockerfile', DOCKER, 9, 9, 'USER node', 'Do not run as root.'],
    ['Dockerfile', DOCKER, 7, 7, 'ENV PORT=8080', 'Port 80 needs root.'],
    ['Dockerfile', DOCKER, 3, 2, 'COPY package.json package-lock.json ./', 'Each change installs again.'],
    ['infra/main.tf', INFRA, 3, 3, '  acl    = "private"', 'The logs are public.'],
    ['infra/main.tf', INFRA, 9, 9, '  publicly_accessible = false', 'The database is open to the internet.'],
    ['infra/main.tf', INFRA, 11, 10, '  storage_encrypted   = true', 'The disk is not encrypted.'],
    [
      'infra/main.tf',
      INFRA,
      10,
      10,
      '  skip_final_snapshot = false\n  deletion_protection = true',
      'Deleting loses all data.',
    ],
    ['package.json', PACKAGE, 10, 10, '    "express": "^4.19.0",', 'A wildcard version.'],
    ['package.json', PACKAGE, 14, 14, '    "node": ">=20"', 'Node 14 is gone.'],
    ['package.json', PACKAGE, 7, 6, '    "lint": "biome check",', 'There is no lint script.'],
    ['package.json', PACKAGE, 5, 5, '    "build": "tsc --noEmit false",', 'tsc emits nothing.'],
    ['conf/app.properties', PROPERTIES, 4, 4, 'server.timeout=30', 'No timeout.'],
    ['conf/app.properties', PROPERTIES, 9, 9, 'db.password=${DB_PASSWORD}', 'A password in the repository.'],
    ['conf/app.properties', PROPERTIES, 10, 9, 'db.pool.min=5', 'The pool starts empty.'],
    ['web/card.css', CARD, 2, 2, '  color: #333;', 'Too little contrast.'],
    ['web/card.css', CARD, 4, 4, '  max-width: 1200px;', 'A fixed width breaks phones.'],
    ['web/card.css', CARD, 8, 8, '  outline: 2px solid blue;', 'The focus is invisible.'],
    ['web/card.css', CARD, 14, 14, '    width: 100%;', 'Too narrow.'],
    ['src/Users.jsx', USERS, 9, 9, '  }, [team])', 'The effect runs on each render.'],
    ['src/Users.jsx', USERS, 8, 8, '    load(team).then(setUsers, setError)', 'Errors are lost.'],
    ['src/Users.jsx', USERS, 16, 16, '        <li key={name}>{name}</li>', 'Items need a key.'],
    [
      'src/Users.jsx',
      USERS,
      10,
      10,
      '  const names = useMemo(() => users.map((user) => user.name), [users])',
      'Computed on each render.',
    ],
    ['src/m.lua', MERGE, 8, 8, '  for k, v in pairs(b) do', 'ipairs stops at the first hole.'],
    ['src/m.lua', MERGE, 15, 15, '  local file = assert(io.open(path))', 'The file may not exist.'],
    ['src/m.lua', MERGE, 9, 9, '    if out[k] == nil then out[k] = v end', 'b wins over a.'],
    ['app/import.py', IMPORT, 21, 21, '        for index in range(len(rows)):', 'The first row is skipped.'],
    ['app/import.py', IMPORT, 15, 15, '                self.store.add(name, float(price))', 'price is text.'],
    [
      'app/import.py',
      IMPORT,
      21,
      23,
      '        for index, row in enumerate(rows):\n            if not row:\n                raise ValueError(index)',
      'Use enumerate; the first row is skipped.',
    ],
    [
      'app/import.py',
      IMPORT,
      29,
      30,
      "        except OSError as error:\n            print('failed', error)\n            return",
      'A bare except hides the error, and count is unbound.',
    ],
    [
      'app/import.py',
      IMPORT,
      13,
      14,
      "            for row in csv.DictReader(handle):\n                name, price = row['name'], row['price']",
      'The header is a row, too.',
    ],
    ['app/import.py', IMPORT, 16, 16, '                count += 1', 'Shorter.'],
    ['docker-compose.yml', COMPOSE, 3, 3, '    image: nginx:1.27', 'Pin the image.'],
    ['docker-compose.yml', COMPOSE, 9, 9, '      TOKEN: ${TOKEN}', 'A secret in the file.'],
    ['docker-compose.yml', COMPOSE, 14, 14, '      - "127.0.0.1:5432:5432"', 'The database is open.'],
    ['docker-compose.yml', COMPOSE, 12, 12, '    image: postgres:16', 'Pin the image.'],
    ['docker-compose.yml', COMPOSE, 10, 10, '    restart: unless-stopped', 'It stays down after a crash.'],
    ['docker-compose.yml', COMPOSE, 17, 16, '    depends_on:\n      - cache', 'It starts before the cache.'],
    ['docker-compose.yml', COMPOSE, 7, 9, '    env_file: web.env', 'Keep the settings in a file.'],
    ['.github/workflows/ci.yml', WORKFLOW, 7, 7, '      - uses: actions/checkout@v4', 'An old version.'],
    ['.github/workflows/ci.yml', WORKFLOW, 2, 2, 'permissions:\n  contents: read', 'Too many permissions.'],
    [
      '.github/workflows/ci.yml',
      WORKFLOW,
      20,
      20,
      '        env:\n          REF: ${{ github.head_ref }}\n        run: echo "$REF"',
      'Script injection.',
    ],
    ['.github/workflows/ci.yml', WORKFLOW, 8, 8, '      - run: npm ci', 'Use the lock file.'],
    ['.github/workflows/ci.yml', WORKFLOW, 17, 16, '      - run: npm ci', 'Nothing installs the packages.'],
    [
      '.github/workflows/ci.yml',
      WORKFLOW,
      19,
      20,
      '      - name: Report\n        run: echo "done"',
      'The branch name reaches the shell.',
    ],
    ['app/orders.py', ORDERS, 15, 15, '            total += item.price * item.count', 'The total ignores the count.'],
    [
      'app/orders.py',
      ORDERS,
      11,
      12,
      '    for item in order.items:',
      'The loop runs one too far; iterate over the items.',
    ],
    [
      '.github/workflows/deploy.yml',
      DEPLOY,
      22,
      23,
      '      - run: ./deploy.sh "$TITLE"\n        env:\n          TITLE: ${{ github.event.pull_request.title }}',
      'Script injection through the title.',
    ],
    ['Makefile', MAKE, 7, 7, '\t$(CC) $(CFLAGS) -o app main.o util.o', 'util.o is not linked.'],
    ['Makefile', MAKE, 10, 10, '\t$(CC) $(CFLAGS) -c $< -o $@', 'Name the output.'],
    ['web/pay.html', PAY, 9, 9, '      <input name="card" autocomplete="cc-number">', 'Tell the browser what it is.'],
    ['Cargo.toml', CARGO, 5, 4, 'rust-version = "1.70"', 'Name the least compiler.'],
  ] as const
).map(([path, head, first, last, lines, words]) => ({ path, head, first, last, lines, words }))
