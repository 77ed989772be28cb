import { type SaidFacts, writeSaid } from "#schemas/said.ts";
import { CHECK_SENTENCES } from "./check-sentences.ts";

/** What the service found wrong, as ICU sentences in English by their ids: a title of each, and what it means. Operators alone read them. */
export const ISSUE_SENTENCES = {
  ...CHECK_SENTENCES,
  "issue.differs": "Our records of {assetCode} differ from the ledger",
  "issue.differs.means":
    "{asset}: the database says {before}, the ledger {after}, {amount} is owed; {count, plural, one {# amount differs} other {# amounts differ}}. Its payments are halted.",
  "issue.job": "The job {name} fails again and again",
  "issue.job.means": "The last time it said: {problem}",
  "issue.contradicted": "A ledger holds a payment otherwise than it was settled",
  "issue.contradicted.means":
    "Payment {id} of {account} is {state, select, confirmed {confirmed} failed {failed} other {undecided}} here, but ledger {ledger} holds it as {found, select, successful {successful} other {failed}}, by {hash}. At most {amounts} moved. Balances and history are the ledger's; look at what was paid or promised since in its place.",
  "issue.contradicted.nothing":
    "Payment {id} of {account} is {state, select, confirmed {confirmed} failed {failed} other {undecided}} here, but ledger {ledger} holds it as {found, select, successful {successful} other {failed}}, by {hash}. Nothing moved. Balances and history are the ledger's; look at what was paid or promised since in its place.",
  "issue.forged": "Written past the server, and not believed: {what}",
  "issue.forged.means": "Somebody may have write access to the database: find out who, and change its credentials.",
  "issue.silent": "No new ledger arrives",
  "issue.silent.means":
    "The network has been silent since ledger {ledger}. The links were opened anew; payments wait, nothing is lost.",
  "issue.foreign-node": "A node is not of our network",
  "issue.foreign-node.means": "Nothing is asked of it any more. {problem}",
  "issue.gap": "Part of the ledger's history was missed",
  "issue.gap.means":
    "Ledgers {begin} to {end} were no longer available. Balances were read anew; movements, and trades, in these ledgers are missing from the history. Lines, shares, orders and claimable balances that were added in them are looked for at Horizon, account by account. Orders that are no longer there count as removed.",
  "issue.gap.fills":
    "Ledgers {begin} to {end} were no longer available from RPC. Balances were read anew; movements, and trades, in these ledgers are being read from Horizon, in the order of the ledger. This closes itself once they are in the history.",
  "issue.gap.refused": "What Horizon tells of missed ledgers is not believed, or it tells nothing",
  "issue.gap.refused.means":
    "Nothing of it was taken in, and it is asked again by itself; ledgers {begin} to {end} are missing from the history until then. It said: {problem}",
  "issue.gap.missing": "Part of the history cannot be filled",
  "issue.gap.missing.means":
    "Of ledgers {begin} to {end} neither RPC nor Horizon knows anything any more: Horizon's history begins at {ledger}. Everybody's history says that movements between these moments are missing.",
  "issue.restored": "The database was set back to a backup, and nothing is signed yet",
  "issue.restored.means":
    "{phase, select, confirming {A super has to look at what cannot be known, and confirm it.} reconciling {All accounts are being compared with the ledger.} settling {What was open is being ended by what the ledger holds.} other {The ledger is being read from the last ledger of the backup on.}} Nothing is to be sent by hand meanwhile.",
  "issue.restored-amount": "A payment that was made before the restore had another amount",
  "issue.restored-amount.means":
    "Payment {id} was made before the database was set back, by {hash} in ledger {ledger}, with another amount than is owed now. It counts as paid. Compare both, and pay the difference where one is owed.",
  "issue.restored-blind": "What happened since the backup cannot be known whole",
  "issue.restored-blind.means":
    "Ledger {ledger} or some after it are missing, or hold what this version does not understand. Nothing is signed. Name a Horizon whose history begins before the backup, or start a newer version, and restore again.",
  "issue.restored-unknown": "The house paid what it has no record of",
  "issue.restored-unknown.means":
    "{count, plural, one {# payment of the house since the backup settles} other {# payments of the house since the backup settle}} nothing that is known. What is owed to the same people from the same account waits until an operator has said what they were for.",
  "issue.quarantine": "A transaction of the ledger is not understood",
  "issue.quarantine.means":
    "It was kept aside, and ingestion goes on. Balances were read anew from the ledger; its movements are missing from the history until a version that understands it takes it up, as it does at its start. The last one is {hash} of ledger {ledger}: {problem}",
  "issue.misfit": "Documents of {collection} do not reach their devices",
  "issue.misfit.means":
    "At least one stored document of {collection} does not fit the form in which devices are given it, and is left out.",
  "issue.treasury-missing": "The treasury has no account on the network",
  "issue.treasury-missing.means":
    "Send XLM to {address} to open the treasury: deposits, channel accounts and sponsored accounts wait for it.",
  "issue.treasury-low": "The treasury cannot pay a deposit",
  "issue.treasury-low.means": "Deposit {id} over {amount} XLM waits: {why}",
  "issue.budget": "The daily budget of the house's account {purpose} is nearly used",
  "issue.budget.means":
    "{before} of {amount} {assetCode} were paid out of {purpose} within 24 hours: what is beyond it waits or is refused until payments are a day old, or the budget is raised.",
  "issue.own-trade": "A market-making pool traded with its own owner",
  "issue.own-trade.means":
    "Both sides of a trade of pool {id} are accounts of one person, in transaction {hash}. Its volume is made up: find out how their offers could meet.",
  "issue.stake-vault": "The staking vault of {assetCode} differs from its stakes",
  "issue.stake-vault.means":
    "The vault holds {before} {assetCode}, its stakes and what waits to be paid on come to {after}. New stakes and rewards of this asset are halted, and where the vault has too little also what is taken out, until both agree.",
  "issue.stake-pool": "The pool of staking rewards in {assetCode} is too small",
  "issue.stake-pool.means":
    "It can pay {before} {assetCode}, and {after} is promised or owed. People are told that the rest is owed to them; pay into the house's account staking-rewards.",
  "issue.affiliate-run": "Payouts to affiliates wait for two operators",
  "issue.affiliate-run.means":
    "They were due by the schedule: {count, plural, one {# payout} other {# payouts}} over {amount} USD, more than is paid without a look. Begin them under affiliate.",
  "issue.affiliate-low": "Payouts to affiliates cannot go on",
  "issue.affiliate-low.means": "Payout run {id} waits: {why} Nothing is lost; it goes on by itself.",
  "issue.unread": "A transaction was left out of the market data",
  "issue.unread.means":
    "It is not understood. The index is compared with Horizon, and built anew where it differs. The last one is {hash} of ledger {ledger}: {problem}",
  "issue.markets": "The market data differs from Horizon",
  "issue.markets.means":
    "{count, plural, one {# offer, pool or candle of our index is} other {# offers, pools or candles of our index are}} not as Horizon has them. The index is being built anew; until then prices are not quoted.",
  "issue.erasure-day": "It cannot be read when keys of identities' pictures are to be destroyed",
  "issue.erasure-day.means":
    "{count, plural, one {The file {names} in the folder of ERASURE_KEYS_DIR holds no day, so its key} other {# files in the folder of ERASURE_KEYS_DIR hold no day, {names} among them, so their keys}} may stay too long. A key goes with its picture all the same; where there is none, remove both files of that name. All others are looked after.",
  "issue.erasure-keys": "A server lacks keys of identities' pictures",
  "issue.erasure-keys.means":
    "{count, plural, one {The key of # picture is} other {The keys of # pictures are}} not in the folder {folder} of {host}. Give every server the same ERASURE_KEYS_DIR. If that folder was lost, so are those pictures: ask these people for them again.",
  "issue.no-reviewer": "Nobody can decide about identities",
  "issue.no-reviewer.means":
    "They are asked for, but everybody who may decide about them is frozen. Let one of them go, or give somebody else the role of a reviewer.",
  "issue.anchor": "Today's anchor of the audit log is not on the ledger",
  "issue.anchor.means":
    "{cause, select, unaffordable {The house's account {purpose} has too little XLM for it: send it some from the treasury.} refused {The network refused it as often as it is tried in a day, and the next attempt is tomorrow.} other {It could not be submitted, and is tried again soon.}} Until then nothing but our own database vouches for today's rows.",
  "issue.check-broken": "The check {name} cannot be made",
  "issue.check-broken.means":
    "What it looks at may be right or wrong: nobody knows until it can be made again. The last time it said: {problem}",
  "issue.check-broken.do": "Look for {name} in the server's log: it says why.",
  "issue.check-overdue": "The check {name} was not made when it was due",
  "issue.check-overdue.means":
    "Other checks are made. The process that began this one may have stopped in the middle, or it waits for something without end.",
  "issue.checks-silent": "Nothing is being checked",
  "issue.checks-silent.means":
    "No process makes any check, though all are due: what breaks now is told by nobody. The last one was made {count, plural, one {# minute} other {# minutes}} ago.",
  "issue.checks-silent.do": "Look in the log of every server for the job checks, and start the servers anew.",
  "issue.leases": "A job stands still: {name}",
  "issue.leases.name": "Jobs that stand still",
  "issue.leases.means":
    "A job of which one process at a time runs one has no process: its lease ran out and nobody took it over. All processes look for such leases every few seconds, so either none is running or the database refuses them.",
  "issue.leases.found": "Nobody has run the job {name} for {count, plural, one {# second} other {# seconds}}.",
  "issue.leases.do": "Look in the log of every server for the job {name}, and start one anew where none is running.",
  "issue.webhook": "The webhook takes no notices",
  "issue.webhook.means":
    "A message was given up after {count, plural, one {# attempt} other {# attempts}}. The last one failed so: {problem} Notices in the app, by push and by mail are not touched by this.",
  "issue.webhook.do": "Look at the address under monitoring, correct it, and send a test message.",
} as const;
export type IssueCode = keyof typeof ISSUE_SENTENCES;

/** One of them as it is stored: its code, and what fills its places. */
export function issueSaid(code: IssueCode, facts: SaidFacts = {}): string {
  return writeSaid(code, facts);
}
