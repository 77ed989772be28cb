import * as v from "valibot";
import { says } from "#schemas/values/field-sentences.ts";

const MOST = 500;
const VISIBLE = /^[\x21-\x7e]+$/;
const MAIL = /^mailto:[\w.+-]+@[a-z0-9.-]+\.[a-z]{2,}$/i;

/** Whether a link stays within Astrolabe: a path from its root, with a query and a place on the page where there are any. */
export function isOwnPath(href: string): boolean {
  return /^\/(?![/\\])/.test(href) && !href.includes("\\") && VISIBLE.test(href);
}

/** Whether content may lead there: one of our own paths, a web address without anybody's name in it, or a mailbox; never a script. */
export function isContentLink(href: string): boolean {
  if (href.length > MOST || !VISIBLE.test(href)) return false;
  if (isOwnPath(href) || MAIL.test(href)) return true;
  const url = URL.parse(href);
  return (url?.protocol === "https:" || url?.protocol === "http:") && url.username === "" && url.password === "";
}

/** Where a link of written content leads. */
export const ContentLink = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(MOST, says("at-most", { most: MOST })),
  v.check(isContentLink, says("content-link")),
);

/** The path that one of our own links names, without what follows it; null for a link that leads elsewhere. */
export function ownPathOf(href: string): string | null {
  return isOwnPath(href) ? (/^[^?#]*/.exec(href)?.[0] ?? null) : null;
}

/** The place on a page that a link names; null where it names none. */
export function anchorOf(href: string): string | null {
  const named = /#(.+)$/.exec(href)?.[1] ?? null;
  return named === null ? null : decoded(named);
}

/** As it is meant; what cannot be decoded is taken as it stands. */
export function decoded(part: string): string {
  try {
    return decodeURI(part);
  } catch {
    return part;
  }
}
