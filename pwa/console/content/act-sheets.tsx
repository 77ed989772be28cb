import { t } from "@lingui/core/macro";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { keptOf } from "./content-port.ts";
import type { ActProps } from "./act-props.ts";

/** Makes public what is written, the very draft that was saved. */
export function PublishSheet({ which, session, onDone, onClose }: ActProps) {
  return (
    <ReasonSheet
      title={t`Publish it?`}
      description={t`Everybody reads it from then on. What was public before stays in the history.`}
      submit={t`Publish`}
      done={t`It is public`}
      carryOut={async ({ reason }) => {
        const { content } = session;
        const revision = (await session.flush())?.revision ?? 0;
        try {
          const body = { ...which, revision, reason };
          const answer = await call(CONTENT_DESK_ENDPOINTS.publishContent, { body });
          const baseVersion = answer.published?.version ?? 0;
          session.mark(null);
          session.goOnFrom({ content, place: { revision: answer.draft?.revision ?? 0, baseVersion } });
          return answer;
        } catch (error) {
          session.mark(error);
          throw error;
        }
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Goes back to what is public; what was written is one step back in the editor. */
export function DiscardSheet({ which, session, onDone, onGone, onClose }: ActProps) {
  return (
    <ReasonSheet
      title={t`Throw the draft away?`}
      description={t`What is public stays as it is. Until you leave, Undo brings back what you wrote.`}
      submit={t`Throw it away`}
      tone="danger"
      done={t`The draft is gone`}
      carryOut={async ({ reason }) => {
        const revision = (await session.flush())?.revision ?? 0;
        if (revision === 0) return {};
        const answer = await call(CONTENT_DESK_ENDPOINTS.discardDraft, { body: { ...which, revision, reason } });
        const kept = keptOf(answer);
        if (kept === null) onGone();
        else session.take(kept);
        return answer;
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

export function UnpublishSheet({ which, item, session, onDone, onClose }: ActProps) {
  return (
    <ReasonSheet
      title={t`Take it away from readers?`}
      description={t`Its address says then that there is no such page. Its versions stay in the history.`}
      submit={t`Take it away`}
      tone="danger"
      done={t`It is no longer public`}
      carryOut={async ({ reason }) => {
        const { content } = session;
        const body = { ...which, version: item.published?.version ?? 0, reason };
        const answer = await call(CONTENT_DESK_ENDPOINTS.unpublishContent, { body });
        session.goOnFrom({
          content: answer.draft === null ? content : answer.draft.content,
          place: { revision: answer.draft?.revision ?? 0, baseVersion: answer.published?.version ?? 0 },
        });
        return answer;
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
