import { xdr } from "@stellar/stellar-sdk";
import type { Reply, Request } from "#server/embedded/stellar/http.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import { toid } from "#server/embedded/stellar/toid.ts";
import { whenFound } from "#server/embedded/stellar/waiting.ts";
import type { HorizonContext } from "./context.ts";
import { placeAt } from "./cursors.ts";
import { HAL_JSON } from "./paging.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { notFound, problem, unsupportedMediaType } from "./problem.ts";
import { submissionProblem } from "./result-codes.ts";
import { base64 } from "./text.ts";
import { hashIn, transactionResource } from "./transaction-resource.ts";

const SUBMISSION_TIMEOUT_MS = 30_000;

export function oneTransaction(hash: string, context: HorizonContext): object {
  const bytes = hashIn(hash);
  const row = context.view.history.transaction(bytes);
  if (!row) throw notFound();
  return transactionResource(row, context, bytes);
}

export function listTransactions(
  page: PageQuery,
  context: HorizonContext,
  filter: { readonly account?: Uint8Array; readonly ledger?: number; readonly includeFailed: boolean },
): ListRecord[] {
  return context.view.history
    .transactionsPage({ after: placeAt(page, context.view.history), order: page.order, limit: page.limit, ...filter })
    .map((row) => ({
      ...transactionResource(row, context),
      paging_token: String(toid({ ledger: row.ledger, order: row.order, op: 0 })),
    }));
}

/** Submits and answers once the transaction is in a ledger. */
export async function submitTransaction(request: Request, context: HorizonContext): Promise<Reply> {
  requireForm(request);
  const transaction = readSubmission(request, context);
  if (!transaction) return malformed(request);
  const { network } = context;
  const find = () => context.view.history.transaction(transaction.hash);
  const known = find();
  if (!known) {
    const answer = network.submit(transaction);
    if (answer.status === "error") return submissionProblem(answer.result, transaction);
    if (answer.status === "try-again-later") return overCapacity();
  }
  const row = known ?? (await whenFound(find, transaction.hash, network, SUBMISSION_TIMEOUT_MS));
  if (!row) return timeout(transaction);
  if (!row.successful) return submissionProblem(xdr.TransactionResult.schema.decode(row.result), transaction);
  return { status: 200, body: transactionResource(row, context), type: HAL_JSON };
}

/** Submits and answers with what the network said at once. */
export function submitTransactionAsync(request: Request, context: HorizonContext): Reply {
  requireForm(request);
  const transaction = readSubmission(request, context);
  // An error of Go's without public fields is written as an empty object.
  if (!transaction) return malformed(request, { error: {} });
  const answer = context.network.submit(transaction);
  const hash = transaction.hashHex;
  switch (answer.status) {
    case "pending":
      return { status: 201, body: { tx_status: "PENDING", hash }, type: HAL_JSON };
    case "duplicate":
      return { status: 409, body: { tx_status: "DUPLICATE", hash }, type: HAL_JSON };
    case "try-again-later":
      return { status: 503, body: { tx_status: "TRY_AGAIN_LATER", hash }, type: HAL_JSON };
    case "error": {
      const error_result_xdr = base64(xdr.TransactionResult.schema.encode(answer.result));
      return { status: 400, body: { tx_status: "ERROR", hash, error_result_xdr }, type: HAL_JSON };
    }
  }
}

/** The answer of a network that accepted a transaction but did not see it in a ledger in time. */
export function timeout(transaction: Transaction): Reply {
  return problem(
    "transaction_submission_timeout",
    504,
    "Transaction Submission Timeout",
    "Your transaction submission request has timed out. This does not necessarily mean the submission has failed. Before resubmitting, please use the transaction hash provided in `extras.hash` to poll the GET /transactions endpoint for sometime and check if it was included in a ledger.",
    {
      hash: hex(transaction.hash),
      envelope_xdr: base64(xdr.TransactionEnvelope.schema.encode(transaction.envelope)),
    },
  );
}

function requireForm({ contentType }: Request): void {
  const [type = ""] = contentType.split(";");
  if (type !== "" && type.trim().toLowerCase() !== "application/x-www-form-urlencoded") throw unsupportedMediaType();
}

export function readSubmission(request: Request, { network }: HorizonContext): Transaction | undefined {
  try {
    return network.read(Buffer.from(submittedXdr(request), "base64"));
  } catch {
    return undefined;
  }
}

function submittedXdr(request: Request): string {
  return new URLSearchParams(request.body).get("tx") ?? request.query.get("tx") ?? "";
}

function malformed(request: Request, extras: object = {}): Reply {
  return problem(
    "transaction_malformed",
    400,
    "Transaction Malformed",
    "Horizon could not decode the transaction envelope in this request. A transaction should be an XDR TransactionEnvelope struct encoded using base64.  The envelope read from this request is echoed in the `extras.envelope_xdr` field of this response for your convenience.",
    { envelope_xdr: submittedXdr(request), ...extras },
  );
}

function overCapacity(): Reply {
  return problem(
    "server_over_capacity",
    503,
    "Server Over Capacity",
    "This horizon server is currently overloaded.  Please wait for several minutes before trying your request again.",
  );
}
