import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { StoredPageOutput } from "#schemas/pages.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Serves the texts that an operator stored for a page; the app brings its own for pages without. */
export function registerPageRoutes(app: FastifyInstance, { database }: Runtime): void {
  route(app, ENDPOINTS.storedPage, async ({ params }) => {
    const page = await database
      .collection("page_contents")
      // What has a version was published, and is read as what it is (`content/`).
      .findOne(
        { pageKey: params.pageKey, version: { $exists: false } },
        { projection: { _id: 0, pageKey: 1, title: 1, sections: 1 } },
      );
    return v.parse(StoredPageOutput, page);
  });
}
