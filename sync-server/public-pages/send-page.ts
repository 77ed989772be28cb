import type { FastifyReply, FastifyRequest } from "fastify";
import type { SentPage } from "./public-pages.ts";

/** Answers with a page as it was drawn, or that whoever asks has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: SentPage): FastifyReply {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
  reply.headers({
    etag: page.etag,
    "cache-control": "no-cache",
    vary: "cookie, accept, accept-encoding",
    "content-language": page.language,
  });
  const known = String(request.headers["if-none-match"] ?? "").replaceAll("W/", "");
  if (page.status === 200 && known.split(/,\s*/).includes(page.etag)) return reply.code(304).send();
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply
    .code(page.status)
    .type("text/html; charset=utf-8")
    .send(encoding === null ? page.plain : page[encoding]);
}
