import type { Reply } from "#server/embedded/stellar/http.ts";

/** An error in Horizon's form (application/problem+json). */
export function problem(type: string, status: number, title: string, detail: string, extras?: object): Reply {
  const body = { type: `https://stellar.org/horizon-errors/${type}`, title, status, detail, ...(extras && { extras }) };
  return { status, body, type: "application/problem+json; charset=utf-8" };
}

/** Thrown inside a handler to answer with a problem. */
export class HorizonProblem extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super("horizon problem");
    this.reply = reply;
  }
}

export function notFound(): HorizonProblem {
  return new HorizonProblem(
    problem(
      "not_found",
      404,
      "Resource Missing",
      "The resource at the url requested was not found.  This usually occurs for one of two reasons:  The url requested is not valid, or no data in our database could be found with the parameters provided.",
    ),
  );
}

export function badRequest(field: string, reason: string): HorizonProblem {
  return new HorizonProblem(
    problem("bad_request", 400, "Bad Request", "The request you sent was invalid in some way.", {
      invalid_field: field,
      reason,
    }),
  );
}
