export { peopleIndexes } from "./migrations.ts";
export { registerPeopleRoutes } from "./routes.ts";
