export interface Link {
  readonly href: string;
  readonly templated?: true;
}

/** Makes links to this server; those with a template in them say so. */
export function link(origin: string, path: string): Link {
  return path.includes("{") ? { href: `${origin}${path}`, templated: true } : { href: `${origin}${path}` };
}

/** A link to a list, with the template of its paging parameters. */
export function pagedLink(origin: string, path: string): Link {
  return { href: `${origin}${path}{?cursor,limit,order}`, templated: true };
}
