/** What holds for every call, for whoever reads the document itself. */
export const ABOUT_API = [
  "A wallet and exchange for the Stellar network: every call that this server answers.",
  "Amounts are decimal texts with up to seven places, never numbers. Instants are ISO 8601 in UTC. An asset is `XLM`, or its code and its issuer as `CODE-ISSUER`.",
  "Who calls is told by the session's cookie, or by an API key in the header `Authorization: Bearer`. A call that changes something with a session must come from the site's own origin.",
  "What spends money is given an `idempotencyKey`: the same one sent again answers with what the first one did. Lists answer with `next`, which the next call is given as `before` or `after`.",
  "A refusal is JSON with `code`, `message` and `facts`; programs go by the code. After a 429 wait for as long as it says.",
].join("\n\n");
