/** Two findings of reviews about the same code, judged by hand. Lines count from 1 in `code`. */
export type JudgedPair = {
  is: 'same' | 'different'
  path: string
  code: string
  one: [first: number, last: number, text: string]
  other: [first: number, last: number, text: string]
}

const code = (strings: TemplateStringsArray) => (strings.raw[0] ?? '').replace(/^\n/, '').replace(/\n\s*$/, '')

const STOCK = code`
export async function reserve(orders, stock) {
  for (let at = 0; at <= orders.length; at += 1) {
    const left = stock.get(orders[at].sku)
    if (left < orders[at].count) throw new Error('sold out')
    stock.set(orders[at].sku, left - orders[at].count)
    saveOrder(orders[at])
  }
  log.info('reserved for ' + orders[0].customer.password)
  return db.query("SELECT * FROM stock WHERE owner = '" + orders[0].owner + "'")
}`

const CACHE = code`
import threading

class Cache:
    items = {}

    def get(self, key):
        if key not in self.items:
            value = self.load(key)
            self.items[key] = value
        return self.items[key]

    def load(self, key):
        try:
            f = open("/srv/cache/" + key)
            return json.loads(f.read())
        except:
            pass

    def age(self, key):
        return datetime.now() - self.items[key].written`

const SERVER = code`
func (s *Server) Handle(w http.ResponseWriter, r *http.Request) {
	user := s.users[r.Header.Get("X-User")]
	resp, _ := http.Get(s.backend + r.URL.Path)
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		log.Println(err)
	}
	s.count++
	go func() {
		s.audit(user.Name, r.URL.Path)
	}()
	w.Write(body)
}`

const ACCOUNT = code`
public class Account {
    private double balance;
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");

    public void withdraw(double amount) {
        if (balance >= amount) {
            balance = balance - amount;
        }
    }

    public boolean isOwner(String name) {
        return name == owner;
    }

    public int cents() {
        return (int) (balance * 100);
    }

    public List<Entry> entries(Connection connection, String day) throws SQLException {
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from entries where day = '" + day + "'");
        return read(rows);
    }
}`

const BUFFER = code`
char *join(const char *a, const char *b) {
    char *text = malloc(strlen(a) + strlen(b));
    strcpy(text, a);
    strcat(text, b);
    if (strlen(text) > MAX) {
        return NULL;
    }
    return text;
}

int total(int *values, int count) {
    int sum;
    for (int i = 0; i <= count; i++)
        sum += values[i];
    return sum;
}`

const INVOICE = code`
class InvoicesController < ApplicationController
  def show
    @invoice = Invoice.find(params[:id])
    render json: @invoice
  end

  def index
    @invoices = Invoice.where("total > #{params[:min]}")
    @invoices.each { |invoice| puts invoice.customer.name }
    render json: @invoices
  end

  def pay
    Gateway.charge(@invoice.total.to_f)
    @invoice.update(paid: true)
  rescue StandardError
    render json: { ok: true }
  end
end`

const PARSER = code`
pub fn parse(input: &str) -> Config {
    let mut parts = input.split('=');
    let key = parts.next().unwrap();
    let value = parts.next().unwrap();
    let size: u8 = value.len() as u8;
    let file = std::fs::read_to_string(format!("conf/{}", key)).unwrap_or_default();
    Config { key: key.to_string(), value: value.to_string(), size, file }
}`

const UPLOAD = code`
function upload($name, $content) {
    file_put_contents("/var/www/files/" . $name, $content);
    echo "Saved " . $name;
    $sizes[] = strlen($content);
    if ($_GET['admin'] == 1) {
        unlink("/var/www/files/" . $_GET['remove']);
    }
    return md5($content);
}`

const DEPLOY = code`
name: deploy
on: pull_request_target
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: \${{ github.event.pull_request.head.sha }}
      - run: echo "\${{ github.event.pull_request.title }}"
      - run: npm ci && npm run deploy
        env:
          TOKEN: \${{ secrets.DEPLOY_TOKEN }}`

const BACKUP = code`
#!/bin/sh
cd $BACKUP_DIR
rm -rf $OLD/*
tar czf backup.tgz /srv/data
scp backup.tgz $HOST:/backups
curl http://example.com/install.sh | sh
echo "done"`

export const JUDGED: JudgedPair[] = [
  // The same problem in other words.
  {
    is: 'same',
    path: 'src/stock.js',
    code: STOCK,
    one: [2, 2, 'Loop runs one too far\nThe last pass reads `orders[orders.length]`, which is undefined.'],
    other: [2, 3, 'Off-by-one in stock loop\n`<=` lets `at` reach the length, so `.sku` throws.'],
  },
  {
    is: 'same',
    path: 'src/stock.js',
    code: STOCK,
    one: [2, 7, 'The loop condition should be `<`. With `<=` the code touches an element that does not exist.'],
    other: [3, 3, '`orders[at]` is undefined in the last pass because of the wrong bound of the loop.'],
  },
  {
    is: 'same',
    path: 'src/stock.js',
    code: STOCK,
    one: [6, 6, '`saveOrder` returns a promise that nobody awaits.'],
    other: [6, 6, 'Missing await: if saving fails, the function still returns as if all went well.'],
  },
  {
    is: 'same',
    path: 'src/stock.js',
    code: STOCK,
    one: [8, 8, 'The password of the customer is written to the log.'],
    other: [8, 8, 'Sensitive data leaks into log output\nNever log credentials.'],
  },
  {
    is: 'same',
    path: 'src/stock.js',
    code: STOCK,
    one: [9, 9, 'SQL injection through `owner`'],
    other: [9, 9, 'The query is built by concatenating user input. Use a placeholder.'],
  },
  {
    is: 'same',
    path: 'src/stock.js',
    code: STOCK,
    one: [3, 5, 'Two requests can read the same `left` and both reserve the last piece.'],
    other: [5, 5, 'Read-modify-write on `stock` is not atomic: concurrent orders oversell.'],
  },
  {
    is: 'same',
    path: 'cache.py',
    code: CACHE,
    one: [4, 4, '`items` is a class attribute, so all instances share one dictionary.'],
    other: [4, 4, 'Mutable class-level state\nEvery `Cache` object writes into the same `items`.'],
  },
  {
    is: 'same',
    path: 'cache.py',
    code: CACHE,
    one: [14, 15, 'The file is never closed. Use `with open(...)`.'],
    other: [14, 14, 'File descriptor leak\nEach miss leaves a handle open.'],
  },
  {
    is: 'same',
    path: 'cache.py',
    code: CACHE,
    one: [16, 17, 'A bare `except: pass` swallows every error, also KeyboardInterrupt.'],
    other: [13, 17, 'Failures of `load` are silently ignored and None is cached.'],
  },
  {
    is: 'same',
    path: 'cache.py',
    code: CACHE,
    one: [14, 14, 'Path traversal: a key such as `../../etc/passwd` leaves the folder.'],
    other: [14, 15, '`key` is not checked, so a caller can read any file outside the directory.'],
  },
  {
    is: 'same',
    path: 'cache.py',
    code: CACHE,
    one: [20, 20, '`datetime.now()` is naive; the difference is wrong around daylight saving.'],
    other: [19, 20, 'Use UTC. Local time makes the age jump when the time zone changes.'],
  },
  {
    is: 'same',
    path: 'server.go',
    code: SERVER,
    one: [3, 3, 'The error of `http.Get` is discarded, so `resp` may be nil and the next line panics.'],
    other: [
      3,
      4,
      'nil pointer dereference when the backend is down: `resp.Body` is read although the error was ignored.',
    ],
  },
  {
    is: 'same',
    path: 'server.go',
    code: SERVER,
    one: [4, 4, '`resp.Body` is never closed, which leaks the connection.'],
    other: [3, 4, 'Add `defer resp.Body.Close()`. Otherwise connections stay open until the process dies.'],
  },
  {
    is: 'same',
    path: 'server.go',
    code: SERVER,
    one: [8, 8, 'Data race on `s.count`'],
    other: [8, 8, 'Handlers run concurrently, so this increment needs a mutex or atomic.AddInt64.'],
  },
  {
    is: 'same',
    path: 'server.go',
    code: SERVER,
    one: [5, 7, 'After logging the error the handler goes on and writes a partial body.'],
    other: [6, 6, 'Missing return after the error: the response is sent although reading failed.'],
  },
  {
    is: 'same',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [2, 2, 'Money as `double` loses cents. Use BigDecimal.'],
    other: [2, 2, 'Floating point is not precise enough for a balance.'],
  },
  {
    is: 'same',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [12, 12, 'Strings are compared by identity. Use `equals`.'],
    other: [11, 12, '`==` compares references, so equal names are not recognized as the owner.'],
  },
  {
    is: 'same',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [3, 3, '`SimpleDateFormat` is not thread-safe, and this one is static.'],
    other: [3, 3, 'Sharing the formatter between threads corrupts dates under concurrent use.'],
  },
  {
    is: 'same',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [20, 22, 'Statement and result set are not closed.'],
    other: [20, 20, 'Resource leak: use try-with-resources for the statement.'],
  },
  {
    is: 'same',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [6, 7, 'Two threads can pass the check before either subtracts, so the balance becomes negative.'],
    other: [5, 9, '`withdraw` needs to be synchronized: check and update race with each other.'],
  },
  {
    is: 'same',
    path: 'join.c',
    code: BUFFER,
    one: [2, 2, 'The buffer has no room for the terminating zero byte.'],
    other: [2, 4, '`malloc` is one byte short; `strcat` writes past the end of `text`.'],
  },
  {
    is: 'same',
    path: 'join.c',
    code: BUFFER,
    one: [5, 7, 'Memory leak: `text` is not freed before returning NULL.'],
    other: [6, 6, 'This early return loses the only pointer to the allocation.'],
  },
  {
    is: 'same',
    path: 'join.c',
    code: BUFFER,
    one: [12, 12, '`sum` is read before it was set.'],
    other: [12, 14, 'Uninitialized variable: start `sum` at 0.'],
  },
  {
    is: 'same',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [3, 3, 'Any user can read any invoice: the record is not scoped to the current account.'],
    other: [2, 5, 'Missing authorization check (IDOR) in `show`.'],
  },
  {
    is: 'same',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [8, 8, 'SQL injection: `params[:min]` is interpolated into the condition.'],
    other: [8, 9, 'Unsanitized input in `where`; pass it as a bind variable.'],
  },
  {
    is: 'same',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [9, 9, 'N+1 queries: each invoice loads its customer.'],
    other: [8, 9, 'Add `includes(:customer)`, or this sends one query per row.'],
  },
  {
    is: 'same',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [16, 17, 'The rescue reports success when the payment failed.'],
    other: [13, 18, 'Errors of the gateway are swallowed and the client gets `ok: true`.'],
  },
  {
    is: 'same',
    path: 'src/parse.rs',
    code: PARSER,
    one: [4, 4, '`unwrap` panics when the line has no `=`.'],
    other: [3, 4, 'Input without a separator crashes the program; return a Result instead.'],
  },
  {
    is: 'same',
    path: 'src/parse.rs',
    code: PARSER,
    one: [5, 5, 'The length is truncated to 8 bits for values longer than 255 bytes.'],
    other: [5, 5, '`as u8` wraps around silently. Use `u8::try_from`.'],
  },
  {
    is: 'same',
    path: '.github/workflows/deploy.yml',
    code: DEPLOY,
    one: [10, 10, 'Script injection: the title of the pull request is expanded inside the shell command.'],
    other: [10, 10, 'Anyone can run code here with a crafted title. Pass it through `env`.'],
  },
  // Other problems of the same lines, or of lines beside them.
  {
    is: 'different',
    path: 'src/stock.js',
    code: STOCK,
    one: [2, 2, 'Loop runs one too far\nThe last pass reads `orders[orders.length]`, which is undefined.'],
    other: [2, 2, 'The loop over `orders` saves them one after the other; a batch would be faster.'],
  },
  {
    is: 'different',
    path: 'src/stock.js',
    code: STOCK,
    one: [6, 6, '`saveOrder` returns a promise that nobody awaits.'],
    other: [6, 6, '`saveOrder` gets the order before its price was checked.'],
  },
  {
    is: 'different',
    path: 'src/stock.js',
    code: STOCK,
    one: [8, 8, 'The password of the customer is written to the log.'],
    other: [8, 8, '`orders[0]` does not exist when the list is empty.'],
  },
  {
    is: 'different',
    path: 'src/stock.js',
    code: STOCK,
    one: [8, 8, 'The password of the customer is written to the log.'],
    other: [9, 9, 'SQL injection through `owner`'],
  },
  {
    is: 'different',
    path: 'src/stock.js',
    code: STOCK,
    one: [3, 3, '`left` is undefined for an unknown sku, and the comparison is then false.'],
    other: [5, 5, 'Two requests can oversell: `left` is read and written without a lock.'],
  },
  {
    is: 'different',
    path: 'src/stock.js',
    code: STOCK,
    one: [9, 9, 'SQL injection through `owner`'],
    other: [9, 9, '`SELECT *` loads columns that nobody needs.'],
  },
  {
    is: 'different',
    path: 'cache.py',
    code: CACHE,
    one: [4, 4, '`items` is a class attribute, so all instances share one dictionary.'],
    other: [4, 4, '`items` grows without a limit; nothing evicts old entries.'],
  },
  {
    is: 'different',
    path: 'cache.py',
    code: CACHE,
    one: [14, 14, 'The file is never closed. Use `with open(...)`.'],
    other: [14, 14, 'Path traversal: a key such as `../../etc/passwd` leaves the folder.'],
  },
  {
    is: 'different',
    path: 'cache.py',
    code: CACHE,
    one: [16, 17, 'A bare `except: pass` swallows every error, also KeyboardInterrupt.'],
    other: [15, 15, 'JSON of an attacker is parsed without a size limit.'],
  },
  {
    is: 'different',
    path: 'cache.py',
    code: CACHE,
    one: [7, 9, 'Two threads can load the same key twice.'],
    other: [9, 9, '`None` is cached when loading fails, so the key never recovers.'],
  },
  {
    is: 'different',
    path: 'server.go',
    code: SERVER,
    one: [3, 3, 'The error of `http.Get` is discarded, so `resp` may be nil.'],
    other: [3, 3, 'Server-side request forgery: the path of the caller decides what the backend is asked for.'],
  },
  {
    is: 'different',
    path: 'server.go',
    code: SERVER,
    one: [4, 4, '`resp.Body` is never closed, which leaks the connection.'],
    other: [4, 4, '`io.ReadAll` reads a body of any size into memory.'],
  },
  {
    is: 'different',
    path: 'server.go',
    code: SERVER,
    one: [2, 2, 'The header `X-User` is trusted: anybody can claim to be anybody.'],
    other: [10, 10, '`user` is nil for unknown users, so the goroutine panics and takes the server down.'],
  },
  {
    is: 'different',
    path: 'server.go',
    code: SERVER,
    one: [3, 3, '`http.Get` has no timeout and waits forever for a slow backend.'],
    other: [3, 3, '`http.Get` loses the headers of the request.'],
  },
  {
    is: 'different',
    path: 'server.go',
    code: SERVER,
    one: [8, 8, 'Data race on `s.count`'],
    other: [9, 11, 'The goroutine outlives the request and is never waited for.'],
  },
  {
    is: 'different',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [6, 8, 'A failed withdrawal is not reported to the caller.'],
    other: [6, 7, 'Two threads can withdraw at the same time and overdraw the account.'],
  },
  {
    is: 'different',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [5, 5, 'A negative `amount` increases the balance.'],
    other: [7, 7, '`balance` loses precision with each subtraction.'],
  },
  {
    is: 'different',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [16, 16, 'The cast drops the fraction, so 0.29 becomes 28 cents.'],
    other: [16, 16, 'The cast overflows for balances above 21 million.'],
  },
  {
    is: 'different',
    path: 'src/Account.java',
    code: ACCOUNT,
    one: [21, 21, 'SQL injection through `day`'],
    other: [20, 22, 'Statement and result set are not closed.'],
  },
  {
    is: 'different',
    path: 'join.c',
    code: BUFFER,
    one: [2, 2, 'The result of `malloc` is not checked for NULL.'],
    other: [2, 2, 'The buffer has no room for the terminating zero byte.'],
  },
  {
    is: 'different',
    path: 'join.c',
    code: BUFFER,
    one: [13, 13, 'The loop reads `values[count]`, one element too many.'],
    other: [14, 14, '`sum` overflows for large values.'],
  },
  {
    is: 'different',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [3, 3, 'Any user can read any invoice: the record is not scoped to the current account.'],
    other: [4, 4, 'The JSON contains internal columns such as `notes`.'],
  },
  {
    is: 'different',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [14, 14, '`@invoice` is nil here: `pay` never loads it.'],
    other: [14, 15, 'The invoice is charged a second time when the update fails and the client retries.'],
  },
  {
    is: 'different',
    path: 'app/invoices_controller.rb',
    code: INVOICE,
    one: [9, 9, 'N+1 queries: each invoice loads its customer.'],
    other: [9, 9, '`puts` prints names of customers to the console of the server.'],
  },
  {
    is: 'different',
    path: 'src/parse.rs',
    code: PARSER,
    one: [6, 6, 'A key with `../` reads files outside `conf`.'],
    other: [6, 6, '`unwrap_or_default` hides that the file is missing.'],
  },
  {
    is: 'different',
    path: 'src/parse.rs',
    code: PARSER,
    one: [3, 3, '`unwrap` panics on empty input.'],
    other: [2, 2, 'A value that contains `=` is cut at the second sign; use `split_once`.'],
  },
  {
    is: 'different',
    path: 'upload.php',
    code: UPLOAD,
    one: [2, 2, 'Path traversal through `$name`'],
    other: [3, 3, 'Cross-site scripting: `$name` is printed without escaping.'],
  },
  {
    is: 'different',
    path: 'upload.php',
    code: UPLOAD,
    one: [5, 5, 'Anyone becomes admin by adding `?admin=1`.'],
    other: [6, 6, '`unlink` deletes any file that `remove` names.'],
  },
  {
    is: 'different',
    path: '.github/workflows/deploy.yml',
    code: DEPLOY,
    one: [9, 9, 'Code of a fork is checked out with the secrets of `pull_request_target`.'],
    other: [10, 10, 'The title of the pull request is expanded inside the shell command.'],
  },
  {
    is: 'different',
    path: 'backup.sh',
    code: BACKUP,
    one: [3, 3, '`rm -rf $OLD/*` deletes the root when `OLD` is empty.'],
    other: [2, 2, 'When `cd` fails, the script goes on in the wrong folder.'],
  },
]
