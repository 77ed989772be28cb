/** Tables of the ledger database: history by ledger, and the entries as they are, with what they can be found by. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS network (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledgers (
  seq INTEGER PRIMARY KEY, hash BLOB NOT NULL, header BLOB NOT NULL, closed_at INTEGER NOT NULL,
  succeeded INTEGER NOT NULL, failed INTEGER NOT NULL, operations INTEGER NOT NULL, set_operations INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS transactions (
  ledger INTEGER NOT NULL, ord INTEGER NOT NULL, hash BLOB NOT NULL, inner_hash BLOB, successful INTEGER NOT NULL,
  envelope BLOB NOT NULL, result BLOB NOT NULL, meta BLOB NOT NULL, fee_meta BLOB NOT NULL,
  PRIMARY KEY (ledger, ord));
CREATE INDEX IF NOT EXISTS transactions_by_hash ON transactions (hash);
CREATE INDEX IF NOT EXISTS transactions_by_inner ON transactions (inner_hash) WHERE inner_hash IS NOT NULL;
CREATE TABLE IF NOT EXISTS transaction_accounts (
  account BLOB NOT NULL, ledger INTEGER NOT NULL, ord INTEGER NOT NULL,
  PRIMARY KEY (account, ledger, ord)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS operation_accounts (
  account BLOB NOT NULL, ledger INTEGER NOT NULL, ord INTEGER NOT NULL, op INTEGER NOT NULL, part INTEGER NOT NULL,
  PRIMARY KEY (account, ledger, ord, op)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS upgrades (
  ledger INTEGER NOT NULL, number INTEGER NOT NULL, upgrade BLOB NOT NULL, changes BLOB NOT NULL,
  PRIMARY KEY (ledger, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS trades (
  ledger INTEGER NOT NULL, ord INTEGER NOT NULL, op INTEGER NOT NULL, number INTEGER NOT NULL, closed_at INTEGER NOT NULL,
  base_asset TEXT NOT NULL, base_amount TEXT NOT NULL, base_account BLOB, base_offer TEXT, base_pool TEXT,
  counter_asset TEXT NOT NULL, counter_amount TEXT NOT NULL, counter_account BLOB, counter_offer TEXT, counter_pool TEXT,
  base_is_seller INTEGER NOT NULL, price_n TEXT NOT NULL, price_d TEXT NOT NULL,
  PRIMARY KEY (ledger, ord, op, number)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS trades_by_pair ON trades (base_asset, counter_asset, ledger, ord, op, number);
CREATE INDEX IF NOT EXISTS trades_by_base_account ON trades (base_account) WHERE base_account IS NOT NULL;
CREATE INDEX IF NOT EXISTS trades_by_counter_account ON trades (counter_account) WHERE counter_account IS NOT NULL;
CREATE TABLE IF NOT EXISTS entries (
  key TEXT PRIMARY KEY, type INTEGER NOT NULL, owner BLOB, asset TEXT, sponsor BLOB, xdr BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_by_owner ON entries (owner, type) WHERE owner IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_by_asset ON entries (type, asset) WHERE asset IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_by_sponsor ON entries (sponsor) WHERE sponsor IS NOT NULL;
CREATE TABLE IF NOT EXISTS related (
  kind TEXT NOT NULL, subject TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (kind, subject, key)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS related_by_key ON related (key);
`;
