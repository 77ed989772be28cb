import * as v from "valibot";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { OverviewChange, type OverviewOutput, WatchOverviewAck } from "#schemas/overview.ts";
import { openSocket } from "./open-socket.ts";

/** The way to what operators see live. `watch` fails with {@link LinkError} when the answer does not come or is a refusal. */
export interface ConsoleLink {
  /** From the answer on its changes come as events, until the connection is lost. */
  watch(): Promise<OverviewOutput>;
  close(): void;
}

export interface ConsoleLinkEvents {
  connected(): void;
  disconnected(): void;
  changed(change: OverviewChange): void;
}

export type OpenConsoleLink = (events: ConsoleLinkEvents) => ConsoleLink;

const ANSWER_MS = 10_000;

/** A socket of its own, which is there as long as the overview is shown. */
export function openConsoleLink(events: ConsoleLinkEvents): ConsoleLink {
  const { socket, close } = openSocket(
    "console",
    {
      connected: () => events.connected(),
      disconnected: () => events.disconnected(),
      // An old app, or a session that ended, is told so by what syncs it.
      refused: () => undefined,
    },
    { url: undefined, cookie: undefined },
  );
  socket.on("overview", (message: unknown) => {
    const parsed = v.safeParse(OverviewChange, message);
    if (parsed.success) events.changed(parsed.output);
  });

  async function ask(): Promise<unknown> {
    try {
      return await socket.timeout(ANSWER_MS).emitWithAck("watch-overview", {});
    } catch (error) {
      throw new LinkError("no-answer", error instanceof Error ? error.message : "no answer");
    }
  }

  return {
    async watch() {
      const answer = v.safeParse(WatchOverviewAck, await ask());
      if (!answer.success) throw new LinkError("client-outdated", "The answer was not understood.");
      if ("error" in answer.output) {
        // Whoever asks for the picture by REST is told why, in their language.
        const { code, message, facts } = answer.output.error;
        throw new LinkError(code, message, facts);
      }
      return answer.output;
    },
    close,
  };
}
