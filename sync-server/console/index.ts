export { registerListRoutes } from "./list-routes.ts";
export { deskIndexes } from "./desk-indexes.ts";
export { openQueueRooms } from "./queue-rooms.ts";
export { savedViewIndexes } from "./saved-views.ts";
export { takenRowIndexes } from "./taken-rows.ts";
export { registerViewRoutes } from "./view-routes.ts";
export { registerNoticeRoutes } from "./notice-routes.ts";
export { startTellingOperators } from "./tell-operators.ts";
