import { t } from "@lingui/core/macro";

/** A call as a program makes it. */
export interface KeyExample {
  readonly what: string;
  readonly command: string;
}

/**
 * What a program does with an API key, as command lines against `origin`, to be run one after the other: the page shows these, and a
 * test runs them.
 */
export function examplesOf(origin: string): KeyExample[] {
  const bearer = `-H "Authorization: Bearer $ASTROLABE_KEY"`;
  const json = `-H 'Content-Type: application/json'`;
  const payment = `"to": "'"$RECIPIENT"'", "assetCode": "XLM", "amount": "1.5"`;
  return [
    { what: t`Your address and balances (scope read)`, command: `curl ${bearer} '${origin}/api/wallet'` },
    { what: t`Every market, with its last prices (scope read)`, command: `curl ${bearer} '${origin}/api/markets'` },
    {
      what: t`What a payment would cost, and what stands against it (scope pay)`,
      command: `curl ${bearer} ${json} -d '{${payment}}' '${origin}/api/wallet/send/check'`,
    },
    {
      what: t`A payment (scope pay). Give each its own idempotencyKey, and send the same one again where an answer was lost: it is paid once.`,
      command: `curl ${bearer} ${json} -d '{${payment}, "idempotencyKey": "invoice-2026-000017"}' '${origin}/api/wallet/send'`,
    },
    {
      what: t`What came of it, by the id in the answer before`,
      command: `curl ${bearer} "${origin}/api/wallet/submissions/$SUBMISSION"`,
    },
    {
      what: t`Your history, the newest first (scope read); “before” with the “next” of an answer leads on`,
      command: `curl ${bearer} '${origin}/api/wallet/history'`,
    },
  ];
}

/** The same with a key of an operator. */
export function operatorExamplesOf(origin: string): KeyExample[] {
  const bearer = `-H "Authorization: Bearer $ASTROLABE_OPERATOR_KEY"`;
  return [
    {
      what: t`What waits for somebody, and how the service is doing (scope overview.read)`,
      command: `curl ${bearer} '${origin}/api/admin/overview'`,
    },
    {
      what: t`Deposits that wait (scope deposits.read)`,
      command: `curl ${bearer} '${origin}/api/admin/deposits'`,
    },
    {
      what: t`What operators did, the newest first (scope actions.read); “before” with the number of the last row leads on`,
      command: `curl ${bearer} '${origin}/api/admin/operator-actions'`,
    },
  ];
}
