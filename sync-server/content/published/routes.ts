import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { PublishedContent } from "./follow-content.ts";

/** Serves everybody what is public. Nothing here can name a draft. */
export function registerPublished(app: FastifyInstance, content: PublishedContent): void {
  route(app, ENDPOINTS.site, ({ query }) => content.site(query.language), {
    tag: ({ query }) => content.siteTag(query.language),
  });

  route(
    app,
    ENDPOINTS.page,
    async ({ query }) => {
      const page = await content.page(query.page, query.language);
      if (!page) throw new AppError("page-unknown");
      return page;
    },
    {
      tag: async ({ query }) => {
        const page = await content.page(query.page, query.language);
        // What is not there has no name, and is refused.
        if (!page) throw new AppError("page-unknown");
        return `page ${query.page} ${query.language} ${page.version}`;
      },
    },
  );

  route(app, ENDPOINTS.contentSearch, ({ query }) => content.search(query.language), {
    tag: async ({ query }) => `search ${query.language} ${(await content.read()).revision}`,
  });
}
