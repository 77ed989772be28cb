import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { route } from "#server/platform/http/route.ts";
import { addMedia, listMedia, removeMedia } from "./keep-media.ts";
import { previewLink } from "./preview.ts";
import { publishDraft, type Publishing, unpublish } from "./publish.ts";
import type { PublishedContent } from "./published/follow-content.ts";
import { listContent, listVersions, readItem, readVersion } from "./read-desk.ts";
import { schedule } from "./schedule.ts";
import { discardDraft, leave, restoreVersion, saveDraft, write } from "./write-draft.ts";

/** Serves operators what they write, and makes it public. */
export function registerContentDesk(
  app: FastifyInstance,
  publishing: Publishing,
  content: Pick<PublishedContent, "catchUp">,
): void {
  const { runtime } = publishing;
  registerDrafts(app, publishing);

  route(app, ENDPOINTS.publishContent, async ({ session: { userId: operatorId }, input }) => {
    await publishDraft(publishing, { operatorId, reason: input.reason }, input);
    await content.catchUp();
    return readItem(runtime, input);
  });
  route(app, ENDPOINTS.scheduleContent, async ({ session: { userId: operatorId }, input }) => {
    await schedule(runtime, operatorId, input);
    return readItem(runtime, input);
  });
  route(app, ENDPOINTS.unpublishContent, async ({ session: { userId: operatorId }, input }) => {
    await unpublish(runtime, { operatorId, reason: input.reason }, input);
    await content.catchUp();
    return readItem(runtime, input);
  });

  route(app, ENDPOINTS.mediaList, async () => ({ media: await listMedia(runtime) }));
  route(app, ENDPOINTS.addMedia, async ({ session: { userId }, query, input }) => ({
    media: await addMedia(runtime, userId, Buffer.from(input), query),
  }));
  route(app, ENDPOINTS.removeMedia, async ({ session: { userId: operatorId }, params, input }) => {
    await removeMedia(runtime, { operatorId, ...input }, params.mediaId);
    return { message: "The picture is removed." };
  });
}

function registerDrafts(app: FastifyInstance, { runtime }: Publishing): void {
  route(app, ENDPOINTS.contentList, async ({ query }) => ({ items: await listContent(runtime, query.kind) }));
  route(app, ENDPOINTS.contentItem, ({ query }) => readItem(runtime, query));
  route(app, ENDPOINTS.contentVersions, ({ query }) => listVersions(runtime, query));
  route(app, ENDPOINTS.contentVersion, ({ query }) => readVersion(runtime, query));
  route(app, ENDPOINTS.writeContent, async ({ session, input }) => ({
    writing: await write(runtime, session.userId, input),
  }));
  route(app, ENDPOINTS.leaveContent, async ({ session, input }) => {
    await leave(runtime, session.userId, input);
    return { message: "Somebody else may write here now." };
  });
  route(app, ENDPOINTS.saveDraft, ({ session, input }) => saveDraft(runtime, session.userId, input));
  route(app, ENDPOINTS.discardDraft, async ({ session, input }) => {
    await discardDraft(runtime, session.userId, input);
    return readItem(runtime, input);
  });
  route(app, ENDPOINTS.restoreContent, async ({ session, input }) => {
    await restoreVersion(runtime, session.userId, input);
    return readItem(runtime, input);
  });
  route(app, ENDPOINTS.previewContent, ({ input }) => previewLink(runtime, input.key));
}
