/**
 * What the server has stored by its code (`said.ts`), as ICU sentences in English; catalogues have them in every other language. How a
 * fact is written is told by its name (`word-facts.ts`).
 */
export const SAID_SENTENCES = {
  "said.unknown": "Update the app to see what it is.",
  // Two sentences, one after the other.
  "said.both": "{first} {second}",

  "said.looked-into": "We looked into it: the money was not sent.",
  "said.sign-again": "It did not get through in time and was made anew.",
  "said.sign-in":
    "{known, select, both {{browser} on {system}, address {address}} browser {{browser}, address {address}} system {{system}, address {address}} other {Unknown device, address {address}}}",
  "said.listed": "{hasMemo, select, yes {{label}, with the memo {memo}} other {{label}}}",
  "said.name-was-id":
    "{name} was somebody's user ID before it was your username. You sign in with it as before, and are paid by your user ID or address.",
  "said.name-is-anothers":
    "{name} is somebody else's username. Your user ID is {userId} from now on: tell it to who pays you by it.",
  "said.key-from": "From {at} it is signed for by a key that a key management service keeps for us.",
  "said.set-anew":
    "Your limits, your list and a second factor have to be set anew: what was set was changed past us. The list is on and empty until then.",

  "said.order": "{side, select, sell {To sell {base} for {quote}.} other {To buy {base} for {quote}.}}",
  "said.price-reached":
    "{direction, select, above {{hasNote, select, yes {Somebody pays {seen} {quote} for {base}: {price} or more. {note}} other {Somebody pays {seen} {quote} for {base}: {price} or more.}}} other {{hasNote, select, yes {Somebody sells {base} for {seen} {quote}: {price} or less. {note}} other {Somebody sells {base} for {seen} {quote}: {price} or less.}}}}",

  "said.stop-limit":
    "{side, select, sell {Stop order to sell {base} for {quote}.} other {Stop order to buy {base} for {quote}.}}",
  "said.take-profit":
    "{side, select, sell {Take-profit order to sell {base} for {quote}.} other {Take-profit order to buy {base} for {quote}.}}",
  "said.trailing-stop":
    "{side, select, sell {Trailing stop to sell {base} for {quote}.} other {Trailing stop to buy {base} for {quote}.}}",
  "said.oco":
    "{side, select, sell {Order with two prices to sell {base} for {quote}.} other {Order with two prices to buy {base} for {quote}.}}",
  "said.twap":
    "{side, select, sell {Order in parts to sell {base} for {quote}.} other {Order in parts to buy {base} for {quote}.}}",
  "said.recurring": "Recurring buy of {base} for {quote}.",
  "said.stop-reached": "Its stop was reached.",
  "said.take-profit-reached": "Its take-profit price was reached.",
  "said.order-says-why": "The order itself says why.",

  "said.stake-rate":
    "{name}: {rate}% a year (APR, simple) from {at}, instead of {former}%. You can take your stake out at any time.",

  "said.signal":
    "{side, select, buy {Buy {base} for {quote}, at about {price}.} other {Sell {base} for {quote}, at about {price}.}}",
  "said.trend-begins":
    "The fast average ({fast}) rose above the slow one ({slow}), at a close of {close}. The stop is at {stop}.",
  "said.trend-ends": "The fast average ({fast}) fell below the slow one ({slow}), at a close of {close}.",
  "said.below-band":
    "The close of {close} is below the lower band ({lower}) around the average of {middle}. The stop is at {stop}.",
  "said.back-at-average": "The close of {close} is back at the average of {middle}.",
  "said.new-high": "The close of {close} is above the highest price of the candles before it, {highest}.",
  "said.new-low": "The close of {close} is below the lowest price of the candles before it, {lowest}.",
  "said.its-turn": "It is its turn to buy, at a close of {close}.",
  "said.its-turn-at-a-dip":
    "It is its turn to buy, and the close of {close} is far below the average of {average}: it buys for more.",
  "said.rung": "The price came to the rung at {limit}.",
  "said.stopped": "The price fell to the stop at {stop}.",

  "said.market-operator": "An operator stopped it.",
  "said.market-feed": "Nobody could tell for half a minute what goes on in its market.",
  "said.market-market": "Its assets cannot be traded at the moment, or no longer.",
  "said.market-account": "Your account may not trade at the moment.",
  "said.market-fee": "The network asks for more than is kept for its fees: {fee} XLM for each operation.",
  "said.market-refused": "The network refused its offers {count, plural, one {# time} other {# times}} in a row.",
  "said.market-check": "One of its checks failed. We look into it.",
  "said.market-price-margin": "The price is {price}, more than {percent}% away from {seen}, where it was at the start.",
  "said.market-drawdown":
    "It is worth {after} {quote}: more than {percent}% below the {before} {quote} that it was worth at most since its start.",
  "said.market-daily-loss":
    "It is worth {after} {quote} and was worth {before} {quote} when the day began (UTC). You let it lose {limit} {quote} in a day.",
  "said.market-fills":
    "{fills, plural, one {# offer was filled} other {# offers were filled}} within a minute. You let it have {most}.",
  "said.market-reconciliation": "Its wallets hold other amounts than its trades and payments explain. We look into it.",

  "said.on-date": "On {at}.",
  "said.too-little": "There was too little to pay it.",
  "said.above-limit": "It would have been above one of your limits.",
  "said.listed-lately": "The recipient was added to your list too lately.",
  "said.payments-pause": "Payments pause after a change of how you sign in.",
  "said.asset-halted": "Payments of this asset were halted.",
  "said.recipient-not-ready": "The recipient's account could not take it.",
  "said.recipient-without-asset": "The recipient does not hold this asset.",
  "said.payment-says-why": "The payment itself says why.",

  "said.limits-set":
    "{daily, select, none {A payment may be {amount} USD at most, and for a day there is no limit of your own. What rises waits first.} other {A payment may be {amount} USD at most, and all payments of a day {daily} USD. What rises waits first.}}",
  "said.operator-changed": "Operator {operatorId} changed what user {userId} may do.",
  "said.proposal": "Proposal {id} of operator {proposedBy}: {says}",
  "said.proposal-approved": "Proposal {id} was approved. {says}",
  "said.proposal-rejected": "Proposal {id} was rejected: {why} {says}",
  "said.proposal-void": "Proposal {id} is void: {why} {says}",
  "said.proposal-expired": "Proposal {id} has expired. {says}",

  // What operators are told of; proposals are told one by one.
  "said.waits.deposits":
    "{count, plural, one {# deposit waits, since {at}.} other {# deposits wait, the oldest since {at}.}}",
  "said.waits.held":
    "{count, plural, one {# payment waits for approval, since {at}.} other {# payments wait for approval, the oldest since {at}.}}",
  "said.waits.ambiguous":
    "{count, plural, one {Of # payment nobody can tell what became of it, since {at}.} other {Of # payments nobody can tell what became of them, the oldest since {at}.}}",
  "said.waits.suspense":
    "{count, plural, one {# item of money fits nobody, since {at}.} other {# items of money fit nobody, the oldest since {at}.}}",
  "said.waits.differences":
    "{count, plural, one {The books differ from the ledger in # asset, since {at}: its payments are halted.} other {The books differ from the ledger in # assets, the first since {at}: their payments are halted.}}",
  "said.waits.reports":
    "{count, plural, one {# report to support waits, since {at}.} other {# reports to support wait, the oldest since {at}.}}",
  "said.waits.identities":
    "{count, plural, one {# identity waits to be looked at, since {at}.} other {# identities wait to be looked at, the oldest since {at}.}}",
  "said.waits.treasury":
    "{count, plural, one {The treasury runs short: # thing waits for it, since {at}.} other {The treasury runs short: # things wait for it, the oldest since {at}.}}",
  "said.waits.failures":
    "{count, plural, one {The service found # thing wrong with itself, since {at}.} other {The service found # things wrong with itself, the oldest since {at}.}}",

  // One thing that went wrong, or several that belong together.
  "said.issue": "{isCritical, select, yes {Critical: {name} (issue {id}).} other {{name} (issue {id}).}}",
  "said.issues":
    "{isCritical, select, yes {Critical: {count, plural, one {# thing} other {# things}} went wrong at once, first of all: {name} (issue {id}).} other {{count, plural, one {# thing} other {# things}} went wrong at once, first of all: {name} (issue {id}).}}",

  "said.content-not-published": "“{name}” was to be published by itself and was not: {why} It is a draft still.",

  // What proposals would do.
  "said.act.credit-deposit":
    "{isRetry, select, yes {Deposit {id} of user {userId} over {amount} USD is credited again with {after} XLM, {price} for a USD.} other {Deposit {id} of user {userId} over {amount} USD is credited with {after} XLM, {price} for a USD.}}",
  "said.act.reject-deposit": "Deposit {id} of user {userId} over {amount} USD is rejected.",
  "said.act.set-deposits": "It changes how deposits are taken.",
  "said.act.set-deposit-method": "It changes how deposits are taken by “{name}”.",
  "said.act.set-policy": "It changes what is asked of every payment.",
  "said.act.add-fee": "It adds a rule of fees for {assetCode}.",
  "said.act.set-fee": "It changes rule {id} of fees, for {assetCode}.",
  "said.act.add-staking-offer": "It adds the staking offer {name}, of {assetCode}.",
  "said.act.set-staking-offer": "It changes the staking offer {name}, of {assetCode}.",
  "said.act.set-affiliate": "It sets the terms of the affiliate programme.",
  "said.act.pay-affiliates":
    "It pays {payouts, plural, one {# affiliate} other {# affiliates}}, {limit} USD at most, in {assetCode}.",
  "said.act.approve-submission": "Payment {id} of user {userId} is let go.",
  "said.act.confirm-submission":
    "{isHouse, select, yes {Payment {id} of the house counts as confirmed by ledger {ledger}.} other {Payment {id} of user {userId} counts as confirmed by ledger {ledger}.}}",
  "said.act.fail-submission":
    "{isHouse, select, yes {Payment {id} of the house counts as failed, and its money is free to be spent again.} other {Payment {id} of user {userId} counts as failed, and its money is free to be spent again.}}",
  "said.act.accept-difference":
    "{isPriced, select, yes {The difference of {assetCode}, worth {amount} USD, is accepted.} other {The difference of {assetCode} is accepted.}}",
  "said.act.claim-suspense": "Item {id}, {amount} {assetCode} from {payer}, is paid on to user {userId}.",
  "said.act.move-house-money": "{amount} {assetCode} of the house goes from one of its accounts to another.",
  "said.act.set-house-budget": "It changes how much {assetCode} an account of the house may pay out in a day.",
  "said.act.return-suspense": "Item {id}, {amount} {assetCode}, goes back to {payer}.",
  "said.act.rotate-key": "The wallet of user {userId} is handed to {key}, which is {kmsKey}.",
  "said.act.rewrap-vault": "Whatever a former key of the vault locked is locked with its present one.",
  "said.act.approve-identity": "The identity of user {userId}, check {id}, is approved.",
  "said.act.reject-identity": "The identity of user {userId}, check {id}, is refused for good.",
  "said.act.freeze": "The account of user {userId} is frozen.",
  "said.act.end-sessions": "User {userId} is signed out everywhere.",
  "said.act.reset-second-factor": "The second factor and the passkeys of user {userId} are taken away.",
  "said.act.set-limits": "The payment limits of user {userId} change.",
  "said.act.let-go": "The account of user {userId} is let go.",
  "said.act.set-roles": "The roles of user {userId} change.",
  "said.act.invite-operator": "{email} is invited to become an operator.",
  "said.act.set-four-eyes": "It changes what takes two operators.",
  "said.act.list-asset": "{assetCode} is listed as “{name}”.",
  "said.act.set-dollar": "It changes which asset is the US dollar.",
  "said.act.set-interface": "It changes what everybody is shown of this service.",

  // Changes that protect an account less: `ahead` of their time, `cancelled` before it, or as what they do.
  "said.waiting.transaction-limit-up":
    "{when, select, ahead {On {at}: The largest single payment rises from {before} to {after} USD.} cancelled {Cancelled: The largest single payment rises from {before} to {after} USD.} other {The largest single payment rises from {before} to {after} USD.}}",
  "said.waiting.daily-limit-up":
    "{when, select, ahead {On {at}: The limit within 24 hours rises from {before} to {after}.} cancelled {Cancelled: The limit within 24 hours rises from {before} to {after}.} other {The limit within 24 hours rises from {before} to {after}.}}",
  "said.waiting.daily-limit-off":
    "{when, select, ahead {On {at}: Your own limit of {before} within 24 hours is taken off.} cancelled {Cancelled: Your own limit of {before} within 24 hours is taken off.} other {Your own limit of {before} within 24 hours is taken off.}}",
  "said.waiting.send-password-off":
    "{when, select, ahead {On {at}: Payments no longer ask for your password.} cancelled {Cancelled: Payments no longer ask for your password.} other {Payments no longer ask for your password.}}",
  "said.waiting.allow-list-off":
    "{when, select, ahead {On {at}: Payments may go to any address again, not to listed ones only.} cancelled {Cancelled: Payments may go to any address again, not to listed ones only.} other {Payments may go to any address again, not to listed ones only.}}",
  "said.waiting.allow-list-hold-down":
    "{when, select, ahead {On {at}: A new address on your list waits {hours, plural, =0 {no time} one {# hour} other {# hours}} instead of {hoursBefore, plural, one {# hour} other {# hours}}.} cancelled {Cancelled: A new address on your list waits {hours, plural, =0 {no time} one {# hour} other {# hours}} instead of {hoursBefore, plural, one {# hour} other {# hours}}.} other {A new address on your list waits {hours, plural, =0 {no time} one {# hour} other {# hours}} instead of {hoursBefore, plural, one {# hour} other {# hours}}.}}",
  "said.waiting.two-factor-off":
    "{when, select, ahead {On {at}: Two-factor sign-in is switched off.} cancelled {Cancelled: Two-factor sign-in is switched off.} other {Two-factor sign-in is switched off.}}",
  "said.waiting.email":
    "{when, select, ahead {On {at}: Your email address changes from {emailBefore} to {email}.} cancelled {Cancelled: Your email address changes from {emailBefore} to {email}.} other {Your email address changes from {emailBefore} to {email}.}}",
  "said.waiting.sign-in-mails-off":
    "{when, select, ahead {On {at}: New sign-ins are no longer mailed to you.} cancelled {Cancelled: New sign-ins are no longer mailed to you.} other {New sign-ins are no longer mailed to you.}}",
  "said.waiting.sign-in-push-off":
    "{when, select, ahead {On {at}: New sign-ins are no longer pushed to your devices.} cancelled {Cancelled: New sign-ins are no longer pushed to your devices.} other {New sign-ins are no longer pushed to your devices.}}",
  "said.waiting.security-push-off":
    "{when, select, ahead {On {at}: Changes of your security are no longer pushed to your devices.} cancelled {Cancelled: Changes of your security are no longer pushed to your devices.} other {Changes of your security are no longer pushed to your devices.}}",
  "said.waiting.close-account":
    "{when, select, ahead {On {at}: Your account closes for good, and all that is in it goes to {to}.} cancelled {Cancelled: Your account closes for good, and all that is in it goes to {to}.} other {Your account closes for good, and all that is in it goes to {to}.}}",
  "said.waiting.close-account-memo":
    "{when, select, ahead {On {at}: Your account closes for good, and all that is in it goes to {to}, with the memo {memo}.} cancelled {Cancelled: Your account closes for good, and all that is in it goes to {to}, with the memo {memo}.} other {Your account closes for good, and all that is in it goes to {to}, with the memo {memo}.}}",

  "said.pause-ahead":
    "{hours, plural, one {Sending pauses for # hour after this.} other {Sending pauses for # hours after this.}}",
  "said.pause-ahead-unknown": "Sending pauses for some time after this.",
  "said.paused": "{hours, plural, one {Sending is paused for # hour.} other {Sending is paused for # hours.}}",
  "said.paused-unknown": "Sending is paused for some time.",

  "said.taken-back.orders":
    "{orders, plural, one {# open order was taken back.} other {# open orders were taken back.}}",
  "said.taken-back.standing":
    "{standing, plural, one {# standing order was taken back.} other {# standing orders were taken back.}}",
  "said.taken-back.payments":
    "{payments, plural, one {# payment or trade that was not signed yet was taken back.} other {# payments and trades that were not signed yet were taken back.}}",
  "said.taken-back.orders-standing":
    "{orders, plural, one {# open order} other {# open orders}} and {standing, plural, one {# standing order} other {# standing orders}} were taken back.",
  "said.taken-back.orders-payments":
    "{orders, plural, one {# open order} other {# open orders}} and {payments, plural, one {# payment or trade that was not signed yet} other {# payments and trades that were not signed yet}} were taken back.",
  "said.taken-back.standing-payments":
    "{standing, plural, one {# standing order} other {# standing orders}} and {payments, plural, one {# payment or trade that was not signed yet} other {# payments and trades that were not signed yet}} were taken back.",
  "said.taken-back.orders-standing-payments":
    "{orders, plural, one {# open order} other {# open orders}}, {standing, plural, one {# standing order} other {# standing orders}} and {payments, plural, one {# payment or trade that was not signed yet} other {# payments and trades that were not signed yet}} were taken back.",
  "said.being-taken-back":
    "{orders, plural, one {# open order is being taken back on the network.} other {# open orders are being taken back on the network.}}",
  "said.taken-back-by-owner":
    "{orders, plural, one {# open order waits for the key that you hold: sign it.} other {# open orders wait for the key that you hold: sign that.}}",
} as const;

export type SaidCode = keyof typeof SAID_SENTENCES;
