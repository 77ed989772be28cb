export {
  crossesPool,
  type Met,
  metBy,
  NOWHERE,
  type PoolStanding,
  putStanding,
  readStandings,
  standingIndexes as poolStandingIndexes,
  touchStanding,
} from "./standing.ts";
