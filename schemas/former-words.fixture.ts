import type { NotificationFacts, Telling } from "./notification-words.ts";
import { type NotificationKind, STRANGERS_KINDS } from "./notifications.ts";

type Tell = (facts: NotificationFacts, amount: string | null, party: string) => readonly [title: string, body: string];

const NEW_SIGN_IN = "If this was not you, change your password at once.";
const NOT_YOU = "If this was not you, change your password at once and freeze your account.";

/** The words for every kind. */
const WORDS: Readonly<Record<NotificationKind, Tell>> = {
  "payment-received": (_, amount, party) => [amount ? `Received ${amount}` : "Payment received", from(party)],
  "claimable-received": (_, amount, party) => [
    amount ? `${amount} waits to be claimed` : "Money waits to be claimed",
    sentences(party && `Set aside by ${party}.`, "Claim it only if you know what it is."),
  ],
  "payment-confirmed": (_, amount, party) => [amount ? `Sent ${amount}` : "Payment sent", to(party)],
  "payment-failed": ({ detail }, amount) => [of("Payment", amount, "failed"), detail],
  "payment-unclear": (_, amount) => [
    of("Payment", amount, "is being checked"),
    "The network gave no clear answer. We look into it; please do not send it again.",
  ],
  "payment-approved": (_, amount, party) => [
    of("Payment", amount, "was approved"),
    party && `It is on its way ${to(party, "to")}.`,
  ],
  "payment-refused": ({ detail }, amount) => [of("Payment", amount, "was refused"), detail],
  "signature-wanted": ({ detail }, amount, party) => [
    of("Payment", amount, "waits for your own key"),
    sentences(detail, `Sign it with the key that you hold${party && `, then it goes ${to(party, "to")}`}.`),
  ],
  "order-filled": ({ detail }, amount) => [amount ? `Order filled: ${amount}` : "Order filled", detail],
  "order-part-filled": ({ detail }, amount) => [
    amount ? `Order filled in part: ${amount}` : "Order filled in part",
    detail,
  ],
  "order-removed": ({ detail }) => [
    "Order removed",
    sentences(detail, "The network took it out of the book; nobody traded with it then."),
  ],
  "trade-failed": ({ detail }) => ["Trade not carried out", detail],
  "trade-unclear": () => [
    "A trade is being checked",
    "The network gave no clear answer. We look into it; please do not repeat it.",
  ],
  "trade-signature-wanted": ({ detail }) => [
    "A trade waits for your own key",
    sentences(detail, "Sign it with the key that you hold."),
  ],
  "durable-triggered": ({ detail }, amount) => [
    amount ? `Standing order triggered: ${amount}` : "Standing order triggered",
    detail,
  ],
  "durable-missed": ({ detail }) => ["A planned trade was missed", detail],
  "durable-failed": ({ detail }) => ["A standing order has failed", detail],
  "durable-done": ({ detail }) => ["A standing order is done", detail],
  "durable-expired": ({ detail }) => ["A standing order has ended by itself", detail],
  "price-alert": ({ detail }) => ["A price you wait for is there", detail],
  "stake-begun": (_, amount) => [amount ? `Staked ${amount}` : "Your stake has begun", "It earns from now on."],
  "stake-failed": ({ detail }) => ["Nothing was staked", detail],
  "stake-unlocked": (_, amount) => [
    amount ? `Your stake of ${amount} is unlocked` : "A stake of yours is unlocked",
    "It earns no more. Take it out whenever you like: it is not staked again by itself.",
  ],
  "stake-paid-out": ({ detail }, amount) => [
    amount ? `${amount} came back from your stake` : "Your stake came back",
    detail,
  ],
  "stake-rewards-paid": ({ detail }, amount) => [
    amount ? `Rewards paid: ${amount}` : "Rewards of a stake were paid",
    detail,
  ],
  "stake-not-paid": () => [
    "A payment from your stake did not go through",
    "Nothing is lost: your stake is as it was. Please try again.",
  ],
  "stake-rate-change": ({ detail }) => ["The rate of a stake of yours changes", detail],
  "trading-signal": ({ detail }, amount) => [
    amount ? `A strategy gives a signal: ${amount}` : "A strategy gives a signal",
    detail,
  ],
  "automation-traded": ({ detail }, amount) => [amount ? `Traded for you: ${amount}` : "Traded for you", detail],
  "automation-paused": ({ detail }) => ["An automation of yours has paused", detail],
  "automation-stopped": ({ detail }) => ["An automation of yours has stopped", detail],
  "market-pool-opened": () => [
    "Your market-making pool is open",
    "Its wallets are there. It trades once you start it.",
  ],
  "market-pool-failed": ({ detail }) => ["A market-making pool was not opened", detail],
  "market-pool-stopped": ({ detail }) => ["A market-making pool of yours has stopped", detail],
  "market-pool-returned": () => [
    "Your market-making pool gave everything back",
    "Its wallets are closed, and all they had is in yours.",
  ],
  "affiliate-paid": ({ detail }, amount) => [
    amount === null ? "Affiliate rewards were paid" : `Affiliate rewards paid: ${amount}`,
    detail,
  ],
  "affiliate-not-paid": () => [
    "Affiliate rewards could not be paid",
    "Nothing is lost: they are paid with the next payout.",
  ],
  "repeat-announced": ({ detail }, amount, party) => [
    of("Repeated payment", amount, "goes out in a day"),
    sentences(party && `To ${party}.`, detail, "Until then it can be left out, or all of them cancelled, under Send."),
  ],
  "repeat-missed": ({ detail }, amount, party) => [
    of("Repeated payment", amount, "was left out"),
    sentences(party && `To ${party}.`, detail, "It is not made up for."),
  ],
  "repeat-ended": ({ detail }, amount, party) => [
    of("Repeated payment", amount, "has ended"),
    sentences(party && `To ${party}.`, detail, "No more are planned."),
  ],
  "deposit-approved": (_, amount) => [
    "Deposit approved",
    amount ? `${amount} is on its way to you.` : "It is on its way to you.",
  ],
  "deposit-rejected": ({ detail }) => ["Deposit rejected", detail],
  "deposit-credited": (_, amount) => [
    amount ? `Deposit of ${amount} arrived` : "Deposit arrived",
    "You can spend it now.",
  ],
  "deposit-failed": () => ["Deposit delayed", "The payment to you failed. We try it again; you need not do anything."],
  "sign-in-new": ({ detail }) => ["New sign-in", `${detail}. ${NEW_SIGN_IN}`],
  "password-changed": () => [
    "Your password was changed",
    `Your other devices were signed out, and nothing can be sent for some time. ${NOT_YOU}`,
  ],
  "email-changed": ({ detail }) => [
    "Your email address was changed",
    `It is ${detail} now, and nothing can be sent for some time. ${NOT_YOU}`,
  ],
  "name-settled": ({ detail }) => ["By what name you are paid has changed", detail],
  "signed-out-everywhere": () => [
    "You were signed out everywhere",
    "Support did this. Your password is as it was. If you did not ask for it, please contact support.",
  ],
  "two-factor-on": () => ["Two-factor sign-in is on", `Your other devices were signed out. ${NOT_YOU}`],
  "two-factor-off": () => ["Two-factor sign-in is off", `Nothing can be sent for some time. ${NOT_YOU}`],
  "two-factor-reset": () => [
    "Your second factor was reset",
    `Support switched it off and removed your passkeys. Set it up anew. ${NOT_YOU}`,
  ],
  "recovery-codes-renewed": () => ["New recovery codes were made", `The former ones no longer work. ${NOT_YOU}`],
  "first-passkey-added": ({ detail }) => [
    "A passkey was added",
    `"${detail}" can sign in and confirm payments from now on. Your other devices were signed out. ${NOT_YOU}`,
  ],
  "passkey-added": ({ detail }) => [
    "A passkey was added",
    `"${detail}" can sign in from now on. Your other devices were signed out, and nothing can be sent for some time. ${NOT_YOU}`,
  ],
  "passkey-removed": ({ detail }) => [
    "A passkey was removed",
    `"${detail}" no longer signs in, and nothing can be sent for some time. ${NOT_YOU}`,
  ],
  "allow-list-on": () => ["Only listed recipients can be paid now", NOT_YOU],
  "allow-list-off": () => ["Any recipient can be paid now", NOT_YOU],
  "allow-list-added": ({ detail }, _, party) => [
    "A recipient was added to your list",
    `${detail === "" ? party : `${detail} (${party})`}. ${NOT_YOU}`,
  ],
  "allow-list-removed": (_, __, party) => ["A recipient was removed from your list", `${party}. ${NOT_YOU}`],
  "protection-waits": ({ detail }) => [
    "Your account will be protected less",
    `${detail} If this was not you, cancel it at once, on any device that is signed in, under Profile and security; then change your password.`,
  ],
  "protection-kept": ({ detail }) => [
    "A change of your protection was cancelled",
    sentences(detail, "All stays as it is."),
  ],
  "protection-weakened": ({ detail }) => ["Your account is protected less", sentences(detail, NOT_YOU)],
  "closing-announced": ({ detail }) => [
    "Your account will be closed",
    `${detail} If this was not you, keep your account at once, on any device that is signed in, under Profile and security; then change your password.`,
  ],
  "closing-cancelled": ({ detail }) => [
    "The closing of your account was cancelled",
    sentences(detail, "You keep your account, and nothing leaves it."),
  ],
  "closing-begun": ({ detail }) => [
    "Your account is being closed",
    sentences(detail, "If you do not want it, freeze your account at once."),
  ],
  "closing-stopped": ({ detail }) => [
    "Your account could not be closed",
    sentences("It stays open. This stood against closing it:", detail),
  ],
  "identity-wanted": ({ detail }) => [
    "Your identity will be asked for",
    `${detail || ""}${detail ? " From then on" : "From now on"} some payments or exchanges need a verified identity. Show yours beforehand.`,
  ],
  "identity-approved": () => ["Your identity is verified", "Whatever needed it is open to you now."],
  "identity-asked": () => [
    "Something of your identity is asked again",
    "See what is missing and why; nothing else has to be sent again.",
  ],
  "identity-rejected": () => [
    "Your identity could not be verified",
    "See why. If you think that this is wrong, contact support.",
  ],
  "limits-set": ({ detail }) => [
    "An operator changed your payment limits",
    sentences(detail, "If you did not ask for this, contact support."),
  ],
  "limits-changed": () => ["Your payment limits were changed", NOT_YOU],
  "multisig-asked": () => [
    "A key of your own was added",
    `Once the network asks for it, nothing leaves your wallet without it. ${NOT_YOU}`,
  ],
  "multisig-on": () => ["Your own key signs from now on", `Nothing leaves your wallet without it. ${NOT_YOU}`],
  "multisig-off": () => [
    "Your own key no longer signs",
    `Nothing can be sent for some time; after that, payments no longer need it. ${NOT_YOU}`,
  ],
  "account-frozen": ({ detail }) => ["Your account is frozen", sentences("Nothing can be sent from it.", detail)],
  "key-change-planned": ({ detail }) => [
    "Another key will sign for your wallet",
    sentences(detail, "Nothing of yours moves by it. If you do not want it, contact support before then."),
  ],
  "key-change-stopped": () => ["The change of your wallet's key was stopped", "The key that signs stays as it was."],
  "key-changing": () => [
    "Your wallet is getting another key",
    "Support has it signed by a new key of ours from now on. Nothing of yours moves by it, and you need not do anything.",
  ],
  // Later kinds.
  "roles-changed": () => [
    "What you may do as an operator has changed",
    "You were signed out everywhere else. If you did not expect it, ask another operator.",
  ],
  "operators-changed": ({ detail }) => ["Who may do what as an operator has changed", detail],
  "approval-wanted": ({ detail }) => ["An operator's proposal waits for approval", detail],
  "approval-ended": ({ detail }) => ["An operator's proposal has ended", detail],
  "operator-work": ({ detail }) => ["Something waits for an operator", detail],
  "operator-trouble": ({ detail }) => ["The service needs an operator's eye", detail],
  "support-answered": ({ detail }) => ["Support has answered you", detail],
  "api-key-made": ({ detail }) => [
    "An API key was made",
    `Programs can act for you with "${detail}" from now on. If this was not you, change your password at once, which ends every key, and freeze your account.`,
  ],
  "api-key-revoked": ({ detail }) => ["An API key was revoked", `"${detail}" opens nothing any more.`],
  "account-let-go": () => ["Your account is no longer frozen", "You can send from it again."],
};

/** What notifications said before their sentences stood in a table: English is as it was, to the letter. */
export function formerWords(
  kind: NotificationKind,
  facts: NotificationFacts,
  telling: Pick<Telling, "amount" | "party">,
): { readonly title: string; readonly body: string } {
  const { amount, party, detail } = facts;
  const said = amount === "" ? null : telling.amount(facts);
  const username = STRANGERS_KINDS.includes(kind) ? detail : "";
  const [title, body] = WORDS[kind](facts, said, party === "" ? "" : telling.party(party, username));
  return { title, body: body.trim() };
}

function of(what: string, amount: string | null, did: string): string {
  return amount === null ? `${what} ${did}` : `${what} of ${amount} ${did}`;
}

function from(party: string): string {
  return party === "" ? "" : `From ${party}`;
}

function to(party: string, word = "To"): string {
  return party === "" ? "" : `${word} ${party}`;
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
