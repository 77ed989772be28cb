import { Link, useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { isContentLink, ownPathOf } from "#schemas/content/links.ts";

type LinkProp = "className" | "onClick" | "children" | "title" | "aria-current";

interface ContentLinkProps extends Pick<ComponentProps<"a">, LinkProp> {
  readonly href: string;
}

/**
 * A link of written content. Where it leads is looked at again as it is drawn: what is no address of ours, of the web or of a mailbox
 * stands there as plain words, whatever a database or a device came to hold.
 */
export function ContentLink({ href, children, ...props }: ContentLinkProps) {
  if (!isContentLink(href)) return <span {...props}>{children}</span>;
  const path = ownPathOf(href);
  if (path !== null)
    return (
      <OwnLink {...props} path={path} rest={href.slice(path.length)}>
        {children}
      </OwnLink>
    );
  const isSite = /^https?:/i.test(href);
  return (
    <a {...props} href={href} {...(isSite && { target: "_blank", rel: "noopener noreferrer" })}>
      {children}
    </a>
  );
}

interface OwnLinkProps extends Omit<ContentLinkProps, "href"> {
  readonly path: string;
  /** The query and the place on the page, as they stand in the address. */
  readonly rest: string;
}

function OwnLink({ path, rest, children, ...props }: OwnLinkProps) {
  const { options } = useRouter();
  // Files and the server's own answers are no screens of the app.
  if (isFile(path))
    return (
      <a {...props} href={path + rest}>
        {children}
      </a>
    );
  const [query = "", hash] = rest.split("#", 2);
  const search = query === "" ? {} : (options.parseSearch?.(query) ?? {});
  return (
    <Link {...props} to={path} search={search} {...(hash === undefined ? {} : { hash })}>
      {children}
    </Link>
  );
}

function isFile(path: string): boolean {
  return path.startsWith("/api/") || /\.(?:xml|txt|json|toml)$/.test(path);
}
