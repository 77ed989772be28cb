import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import { openAddresses } from "./addresses.ts";
import { registerContentDesk } from "./desk-routes.ts";
import { type DefaultSource, startLoadingDefaults } from "./load-defaults.ts";
import { findMedia } from "./media/store.ts";
import { showPreview } from "./preview.ts";
import { followContent, type PublishedContent } from "./published/follow-content.ts";
import { registerPublished } from "./published/routes.ts";
import { startPublishing } from "./schedule.ts";

/** A picture never changes: its name is what is in it. */
const FOREVER = "public, max-age=31536000, immutable";

export interface RunningContent {
  /** What is public, for whoever shows it. */
  readonly published: PublishedContent;
  stop(): Promise<void>;
}

export interface ContentDeps {
  readonly leases: Leases;
  /** Holds the built app, which says which addresses are screens. */
  readonly pwaFolder: string;
  /** What an empty database is given; nothing where there is none. */
  readonly defaults: DefaultSource | undefined;
}

/** Serves what operators write, to them and to everybody, and publishes by itself what is due. */
export async function startContent(
  app: FastifyInstance,
  runtime: Runtime,
  { leases, pwaFolder, defaults }: ContentDeps,
): Promise<RunningContent> {
  const published = followContent(runtime);
  const publishing = { runtime, addresses: await openAddresses(pwaFolder) };
  registerPublished(app, published);
  registerContentDesk(app, publishing, published);

  route(app, ENDPOINTS.contentPreview, ({ query, reply }) => {
    reply.header("x-robots-tag", "noindex");
    return showPreview(runtime, query.token, query.language);
  });
  route(
    app,
    ENDPOINTS.mediaPicture,
    async ({ params }) => {
      const webp = await findMedia(runtime.database, params.mediaId);
      if (!webp) throw new AppError("picture-unknown");
      return inOne(webp);
    },
    { caching: FOREVER },
  );

  const due = startPublishing(publishing, leases, published);
  const loading = defaults && startLoadingDefaults(runtime, leases, defaults);
  return {
    published,
    async stop() {
      await loading?.stop();
      await due.stop();
      await published.stop();
    },
  };
}

async function* inOne(file: Buffer): AsyncGenerator<Uint8Array> {
  yield file;
}
