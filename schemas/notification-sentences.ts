/**
 * What notifications say, as ICU sentences in English by their ids; catalogues have them in every other language. `amount` comes with its
 * asset, `party` is a name, `detail` a sentence or a name; which of them are there is said by `hasAmount`, `hasParty` and `hasDetail`.
 * A kind without a body here says its detail.
 */
export const NOTIFICATION_SENTENCES = {
  "notification.unknown.title": "Something changed in your account",
  "notification.unknown.body": "Update the app to see what it is.",
  "notification.many.title": "{count, plural, one {# new notification} other {# new notifications}}",
  "notification.many.received": "{count, plural, one {# payment received} other {# payments received}}",
  "notification.many.body": "Open the app to see them.",

  "notification.payment-received.title": "{hasAmount, select, yes {Received {amount}} other {Payment received}}",
  "notification.payment-received.body": "{hasParty, select, yes {From {party}} other {}}",
  "notification.claimable-received.title":
    "{hasAmount, select, yes {{amount} waits to be claimed} other {Money waits to be claimed}}",
  "notification.claimable-received.body":
    "{hasParty, select, yes {Set aside by {party}. Claim it only if you know what it is.} other {Claim it only if you know what it is.}}",
  "notification.payment-confirmed.title": "{hasAmount, select, yes {Sent {amount}} other {Payment sent}}",
  "notification.payment-confirmed.body": "{hasParty, select, yes {To {party}} other {}}",
  "notification.payment-failed.title": "{hasAmount, select, yes {Payment of {amount} failed} other {Payment failed}}",
  "notification.payment-unclear.title":
    "{hasAmount, select, yes {Payment of {amount} is being checked} other {Payment is being checked}}",
  "notification.payment-unclear.body":
    "The network gave no clear answer. We look into it; please do not send it again.",
  "notification.payment-approved.title":
    "{hasAmount, select, yes {Payment of {amount} was approved} other {Payment was approved}}",
  "notification.payment-approved.body": "{hasParty, select, yes {It is on its way to {party}.} other {}}",
  "notification.payment-refused.title":
    "{hasAmount, select, yes {Payment of {amount} was refused} other {Payment was refused}}",
  "notification.signature-wanted.title":
    "{hasAmount, select, yes {Payment of {amount} waits for your own key} other {Payment waits for your own key}}",
  "notification.signature-wanted.body":
    "{hasDetail, select, yes {{hasParty, select, yes {{detail} Sign it with the key that you hold, then it goes to {party}.} other {{detail} Sign it with the key that you hold.}}} other {{hasParty, select, yes {Sign it with the key that you hold, then it goes to {party}.} other {Sign it with the key that you hold.}}}}",
  "notification.order-filled.title": "{hasAmount, select, yes {Order filled: {amount}} other {Order filled}}",
  "notification.order-part-filled.title":
    "{hasAmount, select, yes {Order filled in part: {amount}} other {Order filled in part}}",
  "notification.order-removed.title": "Order removed",
  "notification.order-removed.body":
    "{hasDetail, select, yes {{detail} The network took it out of the book; nobody traded with it then.} other {The network took it out of the book; nobody traded with it then.}}",
  "notification.trade-failed.title": "Trade not carried out",
  "notification.trade-unclear.title": "A trade is being checked",
  "notification.trade-unclear.body": "The network gave no clear answer. We look into it; please do not repeat it.",
  "notification.trade-signature-wanted.title": "A trade waits for your own key",
  "notification.trade-signature-wanted.body":
    "{hasDetail, select, yes {{detail} Sign it with the key that you hold.} other {Sign it with the key that you hold.}}",
  "notification.durable-triggered.title":
    "{hasAmount, select, yes {Standing order triggered: {amount}} other {Standing order triggered}}",
  "notification.durable-missed.title": "A planned trade was missed",
  "notification.durable-failed.title": "A standing order has failed",
  "notification.durable-done.title": "A standing order is done",
  "notification.durable-expired.title": "A standing order has ended by itself",
  "notification.price-alert.title": "A price you wait for is there",
  "notification.repeat-announced.title":
    "{hasAmount, select, yes {Repeated payment of {amount} goes out in a day} other {Repeated payment goes out in a day}}",
  "notification.repeat-announced.body":
    "{hasParty, select, yes {{hasDetail, select, yes {To {party}. {detail} Until then it can be left out, or all of them cancelled, under Send.} other {To {party}. Until then it can be left out, or all of them cancelled, under Send.}}} other {{hasDetail, select, yes {{detail} Until then it can be left out, or all of them cancelled, under Send.} other {Until then it can be left out, or all of them cancelled, under Send.}}}}",
  "notification.repeat-missed.title":
    "{hasAmount, select, yes {Repeated payment of {amount} was left out} other {Repeated payment was left out}}",
  "notification.repeat-missed.body":
    "{hasParty, select, yes {{hasDetail, select, yes {To {party}. {detail} It is not made up for.} other {To {party}. It is not made up for.}}} other {{hasDetail, select, yes {{detail} It is not made up for.} other {It is not made up for.}}}}",
  "notification.repeat-ended.title":
    "{hasAmount, select, yes {Repeated payment of {amount} has ended} other {Repeated payment has ended}}",
  "notification.repeat-ended.body":
    "{hasParty, select, yes {{hasDetail, select, yes {To {party}. {detail} No more are planned.} other {To {party}. No more are planned.}}} other {{hasDetail, select, yes {{detail} No more are planned.} other {No more are planned.}}}}",
  "notification.stake-begun.title": "{hasAmount, select, yes {Staked {amount}} other {Your stake has begun}}",
  "notification.stake-begun.body": "It earns from now on.",
  "notification.stake-failed.title": "Nothing was staked",
  "notification.stake-unlocked.title":
    "{hasAmount, select, yes {Your stake of {amount} is unlocked} other {A stake of yours is unlocked}}",
  "notification.stake-unlocked.body":
    "It earns no more. Take it out whenever you like: it is not staked again by itself.",
  "notification.stake-paid-out.title":
    "{hasAmount, select, yes {{amount} came back from your stake} other {Your stake came back}}",
  "notification.stake-rewards-paid.title":
    "{hasAmount, select, yes {Rewards paid: {amount}} other {Rewards of a stake were paid}}",
  "notification.stake-not-paid.title": "A payment from your stake did not go through",
  "notification.stake-not-paid.body": "Nothing is lost: your stake is as it was. Please try again.",
  "notification.stake-rate-change.title": "The rate of a stake of yours changes",
  "notification.trading-signal.title":
    "{hasAmount, select, yes {A strategy gives a signal: {amount}} other {A strategy gives a signal}}",
  "notification.automation-traded.title": "{hasAmount, select, yes {Traded for you: {amount}} other {Traded for you}}",
  "notification.automation-paused.title": "An automation of yours has paused",
  "notification.automation-stopped.title": "An automation of yours has stopped",
  "notification.market-pool-opened.title": "Your market-making pool is open",
  "notification.market-pool-opened.body": "Its wallets are there. It trades once you start it.",
  "notification.market-pool-failed.title": "A market-making pool was not opened",
  "notification.market-pool-stopped.title": "A market-making pool of yours has stopped",
  "notification.market-pool-returned.title": "Your market-making pool gave everything back",
  "notification.market-pool-returned.body": "Its wallets are closed, and all they had is in yours.",
  "notification.affiliate-paid.title":
    "{hasAmount, select, yes {Affiliate rewards paid: {amount}} other {Affiliate rewards were paid}}",
  "notification.affiliate-not-paid.title": "Affiliate rewards could not be paid",
  "notification.affiliate-not-paid.body": "Nothing is lost: they are paid with the next payout.",
  "notification.deposit-approved.title": "Deposit approved",
  "notification.deposit-approved.body":
    "{hasAmount, select, yes {{amount} is on its way to you.} other {It is on its way to you.}}",
  "notification.deposit-rejected.title": "Deposit rejected",
  "notification.deposit-credited.title":
    "{hasAmount, select, yes {Deposit of {amount} arrived} other {Deposit arrived}}",
  "notification.deposit-credited.body": "You can spend it now.",
  "notification.deposit-failed.title": "Deposit delayed",
  "notification.deposit-failed.body": "The payment to you failed. We try it again; you need not do anything.",
  "notification.sign-in-new.title": "New sign-in",
  "notification.sign-in-new.body": "{detail}. If this was not you, change your password at once.",
  "notification.password-changed.title": "Your password was changed",
  "notification.password-changed.body":
    "Your other devices were signed out, and nothing can be sent for some time. If this was not you, change your password at once and freeze your account.",
  "notification.email-changed.title": "Your email address was changed",
  "notification.email-changed.body":
    "It is {detail} now, and nothing can be sent for some time. If this was not you, change your password at once and freeze your account.",
  "notification.name-settled.title": "By what name you are paid has changed",
  "notification.signed-out-everywhere.title": "You were signed out everywhere",
  "notification.signed-out-everywhere.body":
    "Support did this. Your password is as it was. If you did not ask for it, please contact support.",
  "notification.two-factor-on.title": "Two-factor sign-in is on",
  "notification.two-factor-on.body":
    "Your other devices were signed out. If this was not you, change your password at once and freeze your account.",
  "notification.two-factor-off.title": "Two-factor sign-in is off",
  "notification.two-factor-off.body":
    "Nothing can be sent for some time. If this was not you, change your password at once and freeze your account.",
  "notification.two-factor-reset.title": "Your second factor was reset",
  "notification.two-factor-reset.body":
    "Support switched it off and removed your passkeys. Set it up anew. If this was not you, change your password at once and freeze your account.",
  "notification.recovery-codes-renewed.title": "New recovery codes were made",
  "notification.recovery-codes-renewed.body":
    "The former ones no longer work. If this was not you, change your password at once and freeze your account.",
  "notification.first-passkey-added.title": "A passkey was added",
  "notification.first-passkey-added.body":
    '"{detail}" can sign in and confirm payments from now on. Your other devices were signed out. If this was not you, change your password at once and freeze your account.',
  "notification.passkey-added.title": "A passkey was added",
  "notification.passkey-added.body":
    '"{detail}" can sign in from now on. Your other devices were signed out, and nothing can be sent for some time. If this was not you, change your password at once and freeze your account.',
  "notification.passkey-removed.title": "A passkey was removed",
  "notification.passkey-removed.body":
    '"{detail}" no longer signs in, and nothing can be sent for some time. If this was not you, change your password at once and freeze your account.',
  "notification.allow-list-on.title": "Only listed recipients can be paid now",
  "notification.allow-list-on.body": "If this was not you, change your password at once and freeze your account.",
  "notification.allow-list-off.title": "Any recipient can be paid now",
  "notification.allow-list-off.body": "If this was not you, change your password at once and freeze your account.",
  "notification.allow-list-added.title": "A recipient was added to your list",
  "notification.allow-list-added.body":
    "{hasDetail, select, yes {{detail} ({party}). If this was not you, change your password at once and freeze your account.} other {{party}. If this was not you, change your password at once and freeze your account.}}",
  "notification.allow-list-removed.title": "A recipient was removed from your list",
  "notification.allow-list-removed.body":
    "{party}. If this was not you, change your password at once and freeze your account.",
  "notification.api-key-made.title": "An API key was made",
  "notification.api-key-made.body":
    'Programs can act for you with "{detail}" from now on. If this was not you, change your password at once, which ends every key, and freeze your account.',
  "notification.api-key-revoked.title": "An API key was revoked",
  "notification.api-key-revoked.body": '"{detail}" opens nothing any more.',
  "notification.protection-waits.title": "Your account will be protected less",
  "notification.protection-waits.body":
    "{detail} If this was not you, cancel it at once, on any device that is signed in, under Profile and security; then change your password.",
  "notification.protection-kept.title": "A change of your protection was cancelled",
  "notification.protection-kept.body":
    "{hasDetail, select, yes {{detail} All stays as it is.} other {All stays as it is.}}",
  "notification.protection-weakened.title": "Your account is protected less",
  "notification.protection-weakened.body":
    "{hasDetail, select, yes {{detail} If this was not you, change your password at once and freeze your account.} other {If this was not you, change your password at once and freeze your account.}}",
  "notification.closing-announced.title": "Your account will be closed",
  "notification.closing-announced.body":
    "{detail} If this was not you, keep your account at once, on any device that is signed in, under Profile and security; then change your password.",
  "notification.closing-cancelled.title": "The closing of your account was cancelled",
  "notification.closing-cancelled.body":
    "{hasDetail, select, yes {{detail} You keep your account, and nothing leaves it.} other {You keep your account, and nothing leaves it.}}",
  "notification.closing-begun.title": "Your account is being closed",
  "notification.closing-begun.body":
    "{hasDetail, select, yes {{detail} If you do not want it, freeze your account at once.} other {If you do not want it, freeze your account at once.}}",
  "notification.closing-stopped.title": "Your account could not be closed",
  "notification.closing-stopped.body":
    "{hasDetail, select, yes {It stays open. This stood against closing it: {detail}} other {It stays open. This stood against closing it:}}",
  "notification.identity-wanted.title": "Your identity will be asked for",
  "notification.identity-wanted.body":
    "{hasDetail, select, yes {{detail} From then on some payments or exchanges need a verified identity. Show yours beforehand.} other {From now on some payments or exchanges need a verified identity. Show yours beforehand.}}",
  "notification.identity-approved.title": "Your identity is verified",
  "notification.identity-approved.body": "Whatever needed it is open to you now.",
  "notification.identity-asked.title": "Something of your identity is asked again",
  "notification.identity-asked.body": "See what is missing and why; nothing else has to be sent again.",
  "notification.identity-rejected.title": "Your identity could not be verified",
  "notification.identity-rejected.body": "See why. If you think that this is wrong, contact support.",
  "notification.limits-set.title": "An operator changed your payment limits",
  "notification.limits-set.body":
    "{hasDetail, select, yes {{detail} If you did not ask for this, contact support.} other {If you did not ask for this, contact support.}}",
  "notification.limits-changed.title": "Your payment limits were changed",
  "notification.limits-changed.body": "If this was not you, change your password at once and freeze your account.",
  "notification.multisig-asked.title": "A key of your own was added",
  "notification.multisig-asked.body":
    "Once the network asks for it, nothing leaves your wallet without it. If this was not you, change your password at once and freeze your account.",
  "notification.multisig-on.title": "Your own key signs from now on",
  "notification.multisig-on.body":
    "Nothing leaves your wallet without it. If this was not you, change your password at once and freeze your account.",
  "notification.multisig-off.title": "Your own key no longer signs",
  "notification.multisig-off.body":
    "Nothing can be sent for some time; after that, payments no longer need it. If this was not you, change your password at once and freeze your account.",
  "notification.account-frozen.title": "Your account is frozen",
  "notification.account-frozen.body":
    "{hasDetail, select, yes {Nothing can be sent from it. {detail}} other {Nothing can be sent from it.}}",
  "notification.account-let-go.title": "Your account is no longer frozen",
  "notification.account-let-go.body": "You can send from it again.",
  "notification.key-change-planned.title": "Another key will sign for your wallet",
  "notification.key-change-planned.body":
    "{hasDetail, select, yes {{detail} Nothing of yours moves by it. If you do not want it, contact support before then.} other {Nothing of yours moves by it. If you do not want it, contact support before then.}}",
  "notification.key-change-stopped.title": "The change of your wallet's key was stopped",
  "notification.key-change-stopped.body": "The key that signs stays as it was.",
  "notification.key-changing.title": "Your wallet is getting another key",
  "notification.key-changing.body":
    "Support has it signed by a new key of ours from now on. Nothing of yours moves by it, and you need not do anything.",
  "notification.roles-changed.title": "What you may do as an operator has changed",
  "notification.roles-changed.body":
    "You were signed out everywhere else. If you did not expect it, ask another operator.",
  "notification.operators-changed.title": "Who may do what as an operator has changed",
  "notification.approval-wanted.title": "An operator's proposal waits for approval",
  "notification.approval-ended.title": "An operator's proposal has ended",
  "notification.operator-work.title": "Something waits for an operator",
  "notification.operator-trouble.title": "The service needs an operator's eye",
  "notification.support-answered.title": "Support has answered you",
} as const;

export type NotificationSentence = keyof typeof NOTIFICATION_SENTENCES;
