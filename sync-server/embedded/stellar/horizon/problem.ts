import type { Reply } from "#server/embedded/stellar/http.ts";

/** An error in Horizon's form (application/problem+json). */
export function problem(type: string, status: number, title: string, detail: string, extras?: object): Reply {
  const body = {
    type: `https://stellar.org/horizon-errors/${type}`,
    title,
    status,
    ...(detail !== "" && { detail }),
    ...(extras && { extras }),
  };
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

export function notFound(extras?: object): HorizonProblem {
  return new HorizonProblem(
    problem(
      "not_found",
      404,
      "Resource Missing",
      "The resource at the url requested was not found.  This usually occurs for one of two reasons:  The url requested is not valid, or no data in our database could be found with the parameters provided.",
      extras,
    ),
  );
}

/** The answer to a question about ledgers before the first one that is kept. */
export function beforeHistory(): HorizonProblem {
  return new HorizonProblem(
    problem(
      "before_history",
      410,
      "Data Requested Is Before Recorded History",
      "This horizon instance is configured to only track a portion of the stellar network's latest history. This request is asking for results prior to the recorded history known to this horizon instance.",
    ),
  );
}

/** The answer to a request for a form that the resource does not come in, such as a stream. */
export function notAcceptable(): HorizonProblem {
  const title = "An acceptable response content-type could not be provided for this request";
  return new HorizonProblem(problem("not_acceptable", 406, title, ""));
}

/** The answer to a submission that is not a form. */
export function unsupportedMediaType(): HorizonProblem {
  return new HorizonProblem(
    problem(
      "unsupported_media_type",
      415,
      "Unsupported Media Type",
      "The request has an unsupported content type. Presently, the only supported content type is application/x-www-form-urlencoded.",
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
