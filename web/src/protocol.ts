// Made by `make types` from src/speto/protocol/messages.py. Do not edit.

export const PROTOCOL = 1;

export type Role = "player" | "watcher";

export type SeatKind = "person" | "bot" | "empty";

/** Before the first deal, during one, between two, paused, after the match. */
export type Status = "waiting" | "playing" | "between" | "paused" | "over";

export type Clock = "off" | "20+60" | "30+90" | "60+180";

/** What a person has of the table's times, for those who need longer; with "off" no turn of theirs ends by itself. */
export type SeatClock = "x1" | "x1.5" | "x2" | "off";

export type Aids = "none" | "legal" | "suggest";

/** What a table is created with; the house rules are fixed when the first deal starts. */
export interface Setup {
  game: string;
  rules: Record<string, unknown>;
  players: number;
  clock: Clock;
  aids: Aids;
  warnings: boolean;
  /** Only bots play with the host: undo beyond a draw and hints are allowed. */
  practice: boolean;
  /** How long a bot takes over a decision, in ms. */
  pace: number;
  /** Listed for everybody to join or to watch; else one needs a link. */
  public: boolean;
  /** Free text beside the preset phrases; never at a public table. */
  chat: boolean;
}

/** A seat as everybody sees it. */
export interface SeatView {
  kind: SeatKind;
  name: string;
  level: string;
  away: boolean;
  ready: boolean;
  host: boolean;
  /** A bot plays for a person who is away. */
  sitting_in: boolean;
  clock: SeatClock;
}

/** A finished deal of the match. */
export interface DealResult {
  scores: number[];
  starter: number;
  direction: number;
  knocker: number | null;
}

/** The table's next deadline: when, what for, and whose. */
export interface Due {
  at: number;
  kind: "turn" | "bot" | "deal" | "abandon";
  seat: number | null;
}

/** The table without its deal; the same for every viewer. */
export interface TableView {
  id: string;
  setup: Setup;
  status: Status;
  seats: SeatView[];
  totals: number[];
  deals: DealResult[];
  winner: number | null;
  locked: boolean;
  deadline: number | null;
  /** Milliseconds left in each seat's bank; empty when the clock is off. */
  bank: number[];
  /** Deals of earlier matches at this table: deal n of this match is record ``earlier`` + n. */
  earlier: number;
  /** Between deals what is settled of the next one: its ``starter`` and ``direction``. */
  next: Record<string, number>;
  /** Where the table's finished deals are kept as records; its id opens them, but no seat and no live deal. */
  book: string;
}

/** A ledger line, as in a record. */
export interface LineView {
  seat: number;
  code: string;
  rule: string;
  points: number;
  cards?: string | null;
  action?: number | null;
  by?: number | null;
}

/** A card and the seat that put it there; None for the head. */
export type PileCard = [card: string, seat: number | null];

/** A meld on the table, low to high, each card with who placed it. */
export interface MeldView {
  kind: "set" | "run";
  cards: PileCard[];
}

/** What is open about a hand: how many cards, and which of them everybody saw it take. */
export interface HandView {
  held: number;
  born: boolean;
  known: string;
  layoffs: number;
  penalty: number;
}

/** A deal of Dummy as one viewer sees it. Cards in texts are separated by spaces. */
export interface DummyView {
  game: "dummy";
  /** Which deal of the match, from 1. */
  number: number;
  direction: number;
  starter: number | null;
  turn: number | null;
  phase: "take" | "lay" | "over";
  must_finish: boolean;
  stock: number;
  pile: PileCard[];
  head: string | null;
  melds: MeldView[];
  hands: HandView[];
  /** The viewer's own cards, in canonical order. */
  hand: string;
  /** Of these, the ones that came in this turn, by draw or pickup. */
  fresh: string;
  /** The viewer's legal actions. */
  legal: string[];
  /** Everything played in this deal, as texts; a draw shows no card. */
  actions: string[];
  /** The seat of each action. */
  actors: number[];
  ledger: LineView[];
  scores: number[] | null;
  knocker: number | null;
  knock_card: string | null;
  /** All hands, once the deal is over. */
  shown: string[];
}

/** What of a :class:`DummyView` is the viewer's alone: the fields of these names. */
export interface Own {
  hand: string;
  fresh: string;
  legal: string[];
}

/**
 * Something that happened, for the log line and the animation; blanked where the viewer may not see it.
 *
 * ``k``: act (``seat`` played ``text``; ``card`` is the viewer's own drawn card), charge (``line``), deal (``number``
 * begins), end (a deal ended), match (``seat`` has won), sit, leave, away, back, ready, kick, pause, resume, rules,
 * lock (``number`` is 1, or 0 when it is unlocked), clock (``seat`` has the share ``name`` of the times), timeout,
 * bot (a bot sits in for ``seat``), take_back, undo (``number`` actions are left), rematch (``number`` is 1 if seats
 * were drawn anew), abandon.
 */
export interface Event {
  k: string;
  seat?: number | null;
  text?: string | null;
  card?: string | null;
  line?: LineView | null;
  number?: number | null;
  name?: string | null;
}

/** Who the viewer is. */
export interface You {
  role: Role;
  seat: number | null;
  host: boolean;
}

/** First answer on a socket. */
export interface Welcome {
  t: "welcome";
  protocol: number;
  build: string;
  now: number;
}

/** Everything, as of a sequence number. */
export interface Snap {
  t: "snap";
  seq: number;
  now: number;
  you: You;
  table: TableView;
  deal: DummyView | null;
  /** First 8 hex digits of the SHA-256 of the deal's text for hashing; "" without a deal. */
  hash: string;
}

/** One accepted command. ``seq`` is one more than the last; what did not change is left out. */
export interface Step {
  t: "step";
  seq: number;
  now: number;
  events: Event[];
  hash: string;
  table?: TableView | null;
  deal?: DummyView | null;
  you?: You | null;
}

/** The command with this id is in the log as ``seq``. */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}

/**
 * A command is refused, and why. ``code`` is a key of the page's catalogue.
 *
 * stale (something happened since ``base``; the steps missed come with it or right before it), illegal (``rule`` and
 * ``sentence`` say why), not_yours, not_now, rate, too_long, unreadable, full (the store takes nothing).
 */
export interface Nack {
  t: "nack";
  id: string;
  code: string;
  seq: number;
  rule?: string | null;
  sentence?: string | null;
  /** Which action of the list, from 0. */
  at?: number | null;
  /** The reason's key in the catalogue, e.g. no_hand_card. */
  reason?: string | null;
}

/**
 * What a discard costs: at once (``certain``), or if somebody uses it before the seat's next turn.
 *
 * ``points`` are negative, as in the ledger. ``cards`` are the others: of the melds that it fits (P4), of the pile
 * (P5), the head (P6), the spetos with their partners in the pile (P7), the spetos (P8).
 */
export interface Risk {
  code: string;
  rule: string;
  points: number;
  certain: boolean;
  cards: string;
}

/** What a knock with this card would score the knocker, written out. */
export interface KnockSum {
  card: string;
  lines: LineView[];
  total: number;
  dark: boolean;
  colour: boolean;
}

/** What a draft leads to, computed from the viewer's own view alone. */
export interface Previewed {
  t: "previewed";
  id: string;
  ok: boolean;
  /** The deal after the draft's actions, as the viewer would see it, with the legal list there. */
  deal?: DummyView | null;
  /** Points that the draft's melds and layoffs lay down. */
  gained?: number;
  /** For each card that may be discarded: what it costs. */
  risks?: Record<string, Risk[]>;
  knock?: KnockSum | null;
  rule?: string | null;
  sentence?: string | null;
  reason?: string | null;
  at?: number | null;
}

/** Somebody said one of the preset phrases. */
export interface Said {
  t: "said";
  seat: number;
  phrase: number;
  text?: string | null;
}

/** Who has a live page, and how many watch. */
export interface Presence {
  t: "presence";
  here: boolean[];
  watchers: number;
}

export type Cause = "taken" | "charged" | "knocks" | "knocked" | "unborn" | "held";

/**
 * Why the best action is better than another: an event, and how often or how much after either.
 *
 * ``taken``: another takes the discard; ``charged``: points of penalties; ``knocks``: the seat knocks; ``knocked``:
 * another does; ``unborn``: the seat is never born; ``held``: points still held at the end. Shares or points.
 * ``points`` are what it explains of the difference: by how much rarer the event is, times by how much lower the lead
 * is where it comes about. Where the best knocks at once, a knock explains the whole difference.
 */
export interface Reason {
  cause: Cause;
  played: number;
  best: number;
  points: number;
}

/**
 * A suggested action, in practice tables or where the aids allow it.
 *
 * ``other`` is the action that it was weighed against, ``reason`` what speaks for it in ``worlds`` imagined deals,
 * by ``points`` with their standard error; "" and null where nothing was weighed or nothing stands out. Once somebody
 * is half way to the target the match counts: then it is weighed by ``win``, by how much more often that is won, in
 * percent, with its standard error; null before.
 */
export interface Hint {
  t: "hint";
  id: string;
  action: string;
  other: string;
  reason: Reason | null;
  points: number;
  error: number;
  worlds: number;
  win: number | null;
  win_error: number;
}

/** The socket will be closed: other_tab, kicked, restart, slow, unreadable, protocol, gone. */
export interface Bye {
  t: "bye";
  reason: string;
}

/** Answer to a ping. */
export interface Pong {
  t: "pong";
  seq: number;
  now: number;
}

export type FromServer = Welcome | Snap | Step | Ack | Nack | Previewed | Said | Presence | Hint | Bye | Pong;

/** First message: which table, and the last sequence number that this page has seen in this deal. */
export interface Hello {
  t: "hello";
  table: string;
  protocol: number;
  last?: number;
}

/** Actions of the deal, accepted whole or refused whole. ``id`` is the page's own and kept across retries. */
export interface Act {
  t: "act";
  id: string;
  base: number;
  actions: string[];
}

/**
 * A command to the table: ready, rematch, redraw, leave, pause, resume, kick, bot, sit_in, take_back, lock, unlock,
 * clock, rules, undo.
 *
 * ``seat`` is whom a host's command is about, ``level`` a bot's level, ``clock`` what a seat has of the times,
 * ``setup`` new house rules before the first deal.
 */
export interface Do {
  t: "do";
  id: string;
  do: string;
  seat?: number | null;
  level?: string | null;
  clock?: SeatClock | null;
  setup?: Setup | null;
}

/** What would this draft lead to? Nothing is stored. */
export interface Preview {
  t: "preview";
  id: string;
  actions: string[];
}

/** A suggestion, please; for what comes after these actions of a draft. */
export interface AskHint {
  t: "ask_hint";
  id: string;
  actions?: string[];
}

/** One of the preset phrases by number; free text only where the table allows it. */
export interface Say {
  t: "say";
  phrase: number;
  text?: string | null;
}

/** Is this socket alive, and am I up to date? */
export interface Ping {
  t: "ping";
  seq: number;
}

export type FromPage = Hello | Act | Do | Preview | AskHint | Say | Ping;
