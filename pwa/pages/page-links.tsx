import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { PageContents } from "./page-shape.ts";

/** Where a page leads on to. */
export function PageLinks({ contents }: { readonly contents: PageContents }) {
  const links = contents.links ?? [];
  if (links.length === 0) return null;
  return (
    <ul className="mt-8 flex flex-wrap gap-3">
      {links.map((link) => (
        <li key={link.to}>
          <Link
            to={link.to}
            className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-4 text-sm font-medium hover:border-line-strong"
          >
            {link.label}
            <ArrowRight aria-hidden="true" className="size-4 text-accent" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
