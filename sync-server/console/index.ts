export { registerListRoutes } from "./list-routes.ts";
export { openQueueRooms } from "./queue-rooms.ts";
export { takenRowIndexes } from "./taken-rows.ts";
