import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { OPEN_MESSAGE, READ_FRAGMENT } from "./outside.ts";
import { useMark } from "./use-notifications.ts";

const OpenMessage = v.object({
  type: v.literal(OPEN_MESSAGE),
  path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  uid: v.string(),
});

/** The notification that opened this page, if one did: known for as long as the page stands, however often this is mounted. */
const openedBy = takeFragment();

/** Follows a tap on a notification outside of the app: goes where it leads, and marks it as read once it is here. */
export function OpenFromOutside() {
  const [uid, setUid] = useState(openedBy);
  const navigate = useNavigate();
  const mark = useMark();
  const { row } = useRow("notifications", uid);
  const isUnread = row?.isRead === false;

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const follow = (event: MessageEvent<unknown>) => {
      const message = v.safeParse(OpenMessage, event.data);
      if (!message.success) return;
      setUid(message.output.uid);
      void navigate({ to: message.output.path });
    };
    navigator.serviceWorker.addEventListener("message", follow);
    return () => navigator.serviceWorker.removeEventListener("message", follow);
  }, [navigate]);

  useEffect(() => {
    if (isUnread) mark([uid], { isRead: true });
  }, [isUnread, uid, mark]);
  return null;
}

/** The address says it only once. */
function takeFragment(): string {
  if (!location.hash.startsWith(READ_FRAGMENT)) return "";
  const uid = location.hash.slice(READ_FRAGMENT.length);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  return uid;
}
