-- The store of runs in PostgreSQL (14 or later). Made once by its owner, never by a worker.
--
-- Workers call nine functions and reach no table. The owner of the schema starts, audits and closes runs.
-- BZ001 is the code of a refusal, BZ004 that of a damaged record: the text of both is a sentence for the user. Functions that are called
-- all the time have one plan for all calls, by way of indexes whatever the size of tables was when it was made.
--
-- Logins are trusted or not. A worker of a trusted login belongs to a party by its engine or machine, any other to one party per login.
-- Strangers may confirm each other, but only trusted parties settle disputes, and they recount a share of what strangers agree on.

CREATE SCHEMA bezzel;
REVOKE ALL ON SCHEMA bezzel FROM PUBLIC;
COMMENT ON SCHEMA bezzel IS 'runs of bezzel, version 2';
SET LOCAL search_path = bezzel, pg_temp;

CREATE TABLE run (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name      text NOT NULL UNIQUE,
  identity  jsonb NOT NULL,                     -- which job: question, cut, version, units, hash
  engine    text NOT NULL,                      -- the one it was started with
  units     bigint NOT NULL CHECK (units > 0),
  cost      double precision NOT NULL CHECK (cost > 0),
  trusted   text[] NOT NULL,                    -- logins
  apart     text NOT NULL CHECK (apart IN ('login', 'host', 'engine')),  -- what makes parties of trusted logins different
  share     double precision NOT NULL CHECK (share BETWEEN 0 AND 1),
  probation int NOT NULL CHECK (probation >= 0),
  patience  double precision NOT NULL CHECK (patience > 0),    -- seconds of silence after which leases go back
  deadline  double precision NOT NULL CHECK (deadline > 0),    -- the longest a lease may last, silent or not
  slowness  double precision NOT NULL CHECK (slowness > 0),    -- of audits where one party works alone
  state     text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'closed')),
  swept     timestamptz NOT NULL DEFAULT now(),
  opened    timestamptz NOT NULL DEFAULT now(),
  closed    timestamptz,
  total     numeric(40),
  certified text,
  checksum  bytea NOT NULL DEFAULT '',          -- of everything that stays as it is, and of the total
  CHECK ((state = 'closed') = (total IS NOT NULL))
);

CREATE TABLE party (                            -- a party never recounts its own results
  run   int NOT NULL REFERENCES run,
  name  text NOT NULL,
  trusted boolean NOT NULL,                     -- whether its login is
  trust int NOT NULL DEFAULT 0,                 -- tasks confirmed, a stranger's by a trusted party; -1: distrusted
  PRIMARY KEY (run, name)
);

CREATE TABLE worker (                           -- a process that takes part
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run       int NOT NULL REFERENCES run,
  party     text NOT NULL,
  login     text NOT NULL,                      -- the database role, from the server, never from the worker
  host      text NOT NULL,
  engine    text NOT NULL,
  threads   int NOT NULL,
  joined    timestamptz NOT NULL DEFAULT now(),
  seen      timestamptz NOT NULL DEFAULT now(),
  told      timestamptz,
  gone      timestamptz,
  units     bigint NOT NULL DEFAULT 0,          -- units reported by it that count
  cost      double precision NOT NULL DEFAULT 0,
  solutions numeric(40) NOT NULL DEFAULT 0,
  worked    double precision NOT NULL DEFAULT 0, -- cost of everything it has reported, including audits
  FOREIGN KEY (run, party) REFERENCES party
);
CREATE INDEX worker_run ON worker (run);

CREATE TABLE task (                             -- consecutive units that are assigned and reported together
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run     int NOT NULL REFERENCES run,
  first   bigint NOT NULL,
  units   int NOT NULL CHECK (units > 0),
  cost    double precision NOT NULL,
  place   bigint NOT NULL,                      -- in the queue
  weights int[] NOT NULL,                       -- from the plan; none for an audit
  audits  bigint REFERENCES task,               -- NULL: it counts; otherwise that task again, by another party
  reason  text CHECK (reason IN ('chance', 'newcomer', 'asked', 'agreed', 'dispute')),
  avoid   text NOT NULL DEFAULT '',             -- the party whose report is audited
  inside  boolean GENERATED ALWAYS AS (coalesce(reason IN ('agreed', 'dispute'), false)) STORED,  -- only trusted parties may do it
  state   smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),  -- ready, taken, done
  lease   bigint,                               -- in force; once done: the one that counts
  CHECK ((audits IS NULL) = (reason IS NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX task_once ON task (run, first) WHERE audits IS NULL;
CREATE INDEX task_ready ON task (run, place) WHERE state = 0 AND audits IS NULL;
CREATE INDEX audit_ready ON task (run, inside, avoid, id) WHERE state = 0 AND audits IS NOT NULL;
CREATE INDEX task_taken ON task (run) WHERE state = 1;
CREATE INDEX task_audits ON task (audits) WHERE audits IS NOT NULL;
CREATE INDEX audit_run ON task (run) WHERE audits IS NOT NULL;

CREATE TABLE lease (                            -- the assignment of a task to a worker, and its end
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task    bigint NOT NULL,                      -- an audit that was not needed is gone without a search through here
  root    bigint NOT NULL REFERENCES task,      -- the task itself, or the one it audits
  worker  bigint NOT NULL REFERENCES worker,
  party   text NOT NULL,
  request bigint NOT NULL,                      -- which claim of the worker: asked twice, answered once
  taken   timestamptz NOT NULL DEFAULT now(),
  ended   timestamptz,
  fate    text CHECK (fate IN ('accepted', 'second', 'expired', 'returned', 'revoked'))
) WITH (fillfactor = 80);
CREATE INDEX lease_open ON lease (worker) WHERE fate IS NULL;
CREATE INDEX lease_root ON lease (root);
ALTER TABLE task ADD FOREIGN KEY (lease) REFERENCES lease;

CREATE TABLE outcome (                          -- never updated; deleted with a damaged task only
  lease     bigint PRIMARY KEY REFERENCES lease,
  counts    bigint[] NOT NULL,
  a         int[] NOT NULL,                     -- modulo 7919
  b         int[] NOT NULL,                     -- modulo 8011
  nodes     bigint[] NOT NULL,
  solutions numeric(40) NOT NULL,
  seconds   double precision NOT NULL,
  checksum  bytea NOT NULL
);

CREATE TABLE dispute (                          -- parties that contradict each other
  root    bigint PRIMARY KEY REFERENCES task,
  run     int NOT NULL REFERENCES run,
  unit    bigint NOT NULL,                      -- the first they differ in
  opened  timestamptz NOT NULL DEFAULT now(),
  settled timestamptz
);
CREATE INDEX dispute_run ON dispute (run);

CREATE FUNCTION refuse(sentence text) RETURNS void LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION USING MESSAGE = sentence, ERRCODE = 'BZ001'; END $$;

CREATE FUNCTION damaged(sentence text) RETURNS void LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION USING MESSAGE = sentence, ERRCODE = 'BZ004'; END $$;

CREATE FUNCTION run_checksum(r run) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(r.name, r.identity, r.engine, r.units, r.cost, r.trusted, r.total, r.certified)::text, 'UTF8'))
$$;

-- Binds an outcome to its job, its units and the party that reported it.
CREATE FUNCTION outcome_checksum(job jsonb, first bigint, party text, counts bigint[], a int[], b int[], nodes bigint[], solutions numeric)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws('|', job, first, party, counts, a, b, nodes, solutions), 'UTF8'))
$$;

-- Strong randomness: random() could be foretold by a worker that calls setseed().
CREATE FUNCTION chance() RETURNS double precision LANGUAGE sql VOLATILE AS
$$ SELECT ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint / 4294967296.0::float8 $$;

CREATE FUNCTION run_named(run_name text) RETURNS run
LANGUAGE plpgsql STABLE SET search_path = bezzel, pg_temp AS $$
DECLARE r run;
BEGIN
  SELECT * INTO r FROM run WHERE name = run_name;
  IF NOT FOUND THEN PERFORM refuse(format('there is no run named %s; `bezzel run list` lists all runs', run_name)); END IF;
  IF r.checksum <> bezzel.run_checksum(r) THEN
    PERFORM damaged(format('the record of run %s is damaged: its checksum is wrong, so its job is not known for certain', run_name));
  END IF;
  RETURN r;
END $$;

-- Returns the job of a run. Callers need not have joined.
CREATE FUNCTION look(run_name text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = bezzel, pg_temp AS $$
  SELECT jsonb_build_object(
    'name', r.name, 'identity', r.identity, 'engine', r.engine, 'state', r.state, 'cost', r.cost, 'total', r.total::text,
    'certified', r.certified, 'trusted', r.trusted, 'rules', jsonb_build_object('share', r.share, 'probation', r.probation, 'apart', r.apart,
    'patience', r.patience, 'deadline', r.deadline, 'slowness', r.slowness))
  FROM run_named(run_name) r
$$;

CREATE FUNCTION names() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = bezzel, pg_temp AS $$ SELECT name FROM run ORDER BY id $$;

CREATE FUNCTION enter(run_name text, job jsonb, host_ text, engine_ text, threads_ int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = bezzel, pg_temp AS $$
DECLARE r run := run_named(run_name); p text; is_trusted boolean := session_user = ANY (r.trusted); me bigint;
BEGIN
  IF r.identity <> job THEN
    PERFORM refuse(format('run %s is of another job: %s, not %s', run_name, r.identity, job));
  END IF;
  p := session_user;
  IF is_trusted THEN
    p := p || CASE r.apart WHEN 'login' THEN '' ELSE '@' || left(host_, 100) END
         || CASE r.apart WHEN 'engine' THEN '/' || left(engine_, 100) ELSE '' END;
  END IF;
  INSERT INTO party (run, name, trusted) VALUES (r.id, p, is_trusted) ON CONFLICT DO NOTHING;
  IF (SELECT x.trusted FROM party x WHERE x.run = r.id AND x.name = p) <> is_trusted THEN
    PERFORM refuse(format('run %s has another party called %s; ask its owner for another login', run_name, p));
  END IF;
  INSERT INTO worker (run, party, login, host, engine, threads)
  VALUES (r.id, p, session_user, left(host_, 100), left(engine_, 100), threads_) RETURNING id INTO me;
  RETURN me;
END $$;

CREATE FUNCTION worker_here(who bigint) RETURNS worker
LANGUAGE plpgsql STABLE SET search_path = bezzel, pg_temp AS $$
DECLARE me worker;
BEGIN
  SELECT * INTO me FROM worker WHERE id = who AND login = session_user;
  IF NOT FOUND THEN PERFORM refuse(format('worker %s is not yours', who)); END IF;
  RETURN me;
END $$;

CREATE FUNCTION standing(me worker) RETURNS text
LANGUAGE sql STABLE SET search_path = bezzel, pg_temp AS $$
  SELECT CASE WHEN p.trust < 0 THEN 'distrusted' ELSE r.state END
  FROM party p JOIN run r ON r.id = p.run WHERE p.run = me.run AND p.name = me.party
$$;

-- Rule 4. Leases of lost workers end; one caller at a time checks them. If nobody has checked for
-- longer than the patience, the store or its clock was not available: then all workers count as
-- present.
CREATE FUNCTION expire_leases(r int) RETURNS void
LANGUAGE plpgsql SET search_path = bezzel, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE p interval; d interval; last timestamptz;
BEGIN
  SELECT make_interval(secs => patience), make_interval(secs => deadline), swept INTO p, d, last FROM run
  WHERE id = r AND (swept < now() - least(interval '5 s', make_interval(secs => patience / 8)) OR swept > now())
  FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE run SET swept = now() WHERE id = r;
  IF last > now() OR last < now() - p THEN
    UPDATE worker SET seen = now() WHERE run = r AND gone IS NULL;
    RETURN;
  END IF;
  WITH ended AS (
    UPDATE lease l SET ended = now(), fate = 'expired' FROM worker w
    WHERE l.fate IS NULL AND w.id = l.worker AND w.run = r
      AND (w.seen < now() - p OR w.seen > now() + p OR l.taken < now() - d)
    RETURNING l.id, l.task)
  UPDATE task t SET state = 0, lease = NULL FROM ended WHERE t.id = ended.task AND t.lease = ended.id AND t.state = 1;
END $$;

CREATE FUNCTION beat(who bigint, leaving boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = bezzel, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE me worker := worker_here(who);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1848, me.run);
  UPDATE worker SET seen = now(), gone = CASE WHEN leaving THEN now() END WHERE id = who;
  IF leaving THEN
    WITH ended AS (UPDATE lease SET ended = now(), fate = 'returned' WHERE worker = who AND fate IS NULL RETURNING id, task)
    UPDATE task t SET state = 0, lease = NULL FROM ended WHERE t.id = ended.task AND t.lease = ended.id AND t.state = 1;
  ELSE
    PERFORM expire_leases(me.run);
  END IF;
  RETURN standing(me);
END $$;

-- Rule 2. Whether a party has a task in its hands, or had, so that it may not count it again. In one piece with the query that asks: by index, row by row.
CREATE FUNCTION in_hands(root_ bigint, party_ text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM bezzel.lease l WHERE l.root = root_ AND l.party = party_
                 AND (l.fate IS NULL OR l.fate IN ('accepted', 'second', 'revoked')))
$$;

-- Rule 1. Returns a task for a party: a ready one, or an audit of another party's report. Audits
-- that only trusted parties may do come first.
CREATE FUNCTION next_task(me worker, audit boolean) RETURNS task
LANGUAGE plpgsql SET search_path = bezzel, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE t task; is_trusted boolean;
BEGIN
  IF NOT audit THEN
    SELECT * INTO t FROM task WHERE run = me.run AND state = 0 AND audits IS NULL AND NOT in_hands(id, me.party)
    ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED;
    RETURN t;
  END IF;
  SELECT trusted INTO is_trusted FROM party WHERE run = me.run AND name = me.party;
  FOR kind IN REVERSE CASE WHEN is_trusted THEN 1 ELSE 0 END .. 0 LOOP
    SELECT * INTO t FROM task WHERE run = me.run AND state = 0 AND audits IS NOT NULL AND inside = (kind = 1) AND avoid < me.party
      AND NOT in_hands(audits, me.party)
    ORDER BY avoid, id LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
      SELECT * INTO t FROM task WHERE run = me.run AND state = 0 AND audits IS NOT NULL AND inside = (kind = 1) AND avoid > me.party
        AND NOT in_hands(audits, me.party)
      ORDER BY avoid, id LIMIT 1 FOR UPDATE SKIP LOCKED;
    END IF;
    EXIT WHEN t.id IS NOT NULL;
  END LOOP;
  RETURN t;
END $$;

-- Rule 1. Tasks that follow each other, until their cost and their units are what the worker wants. At least one if there is any.
CREATE FUNCTION claim(who bigint, request_ bigint, units_ bigint, cost_ double precision)
RETURNS TABLE (lease bigint, first bigint, units int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = bezzel, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  me worker := worker_here(who); r run; t task; l bigint; eaten double precision := 0; taken_ bigint := 0; most double precision;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1848, me.run);
  IF EXISTS (SELECT FROM lease x WHERE x.worker = who AND x.request = request_ AND x.fate IS NULL) THEN
    RETURN QUERY SELECT x.id, y.first, y.units FROM lease x JOIN task y ON y.id = x.task
                 WHERE x.worker = who AND x.request = request_ AND x.fate IS NULL ORDER BY y.first;
    RETURN;
  END IF;
  PERFORM expire_leases(me.run);
  UPDATE worker SET seen = now(), gone = NULL WHERE id = who;
  IF standing(me) <> 'open' THEN RETURN; END IF;
  SELECT * INTO r FROM run WHERE id = me.run;
  -- Never a large part of what is left: what is done is a fair sample of the whole, and all end together.
  SELECT (r.cost - sum(w.cost)) / (32 * greatest(1, sum(w.threads) FILTER (WHERE w.gone IS NULL AND w.seen > now() - make_interval(secs => r.patience))))
  INTO most FROM worker w WHERE w.run = me.run;
  -- The time at which a worker gets an audit must not reveal that it is one.
  IF chance() < 0.5 THEN
    t := next_task(me, true);
    IF t.id IS NULL THEN t := next_task(me, false); END IF;
  ELSE
    t := next_task(me, false);
    IF t.id IS NULL THEN t := next_task(me, true); END IF;
  END IF;
  WHILE t.id IS NOT NULL LOOP
    INSERT INTO lease (task, root, worker, party, request)
    VALUES (t.id, coalesce(t.audits, t.id), who, me.party, request_) RETURNING id INTO l;
    UPDATE task SET state = 1, lease = l WHERE id = t.id;
    lease := l; first := t.first; units := t.units;
    RETURN NEXT;
    eaten := eaten + t.cost;
    taken_ := taken_ + t.units;
    EXIT WHEN taken_ >= units_ AND eaten >= least(cost_, most);
    IF t.audits IS NULL THEN
      SELECT * INTO t FROM task n WHERE n.run = me.run AND n.first = t.first + t.units AND n.state = 0 AND n.audits IS NULL
        AND NOT in_hands(n.id, me.party)
      FOR UPDATE SKIP LOCKED;
    ELSE
      t := NULL;
    END IF;
  END LOOP;
END $$;

-- Rule 3.
CREATE FUNCTION give_back(who bigint, leases bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = bezzel, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE me worker := worker_here(who);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1848, me.run);
  WITH ended AS (
    UPDATE lease SET ended = now(), fate = 'returned' WHERE worker = who AND fate IS NULL AND id = ANY (leases) RETURNING id, task)
  UPDATE task t SET state = 0, lease = NULL FROM ended WHERE t.id = ended.task AND t.lease = ended.id AND t.state = 1;
END $$;

-- What parties say of a task.
CREATE FUNCTION opinions(counting bigint) RETURNS TABLE (lease bigint, party text, trusted boolean, counts bigint[], intact boolean)
LANGUAGE sql STABLE SET search_path = bezzel, pg_temp AS $$
  SELECT l.id, l.party, p.trusted, o.counts,
         o.checksum = outcome_checksum(r.identity, t.first, l.party, o.counts, o.a, o.b, o.nodes, o.solutions)
  FROM task t JOIN run r ON r.id = t.run JOIN lease l ON l.root = t.id JOIN outcome o ON o.lease = l.id
  JOIN party p ON p.run = t.run AND p.name = l.party
  WHERE t.id = counting AND l.fate IN ('accepted', 'second')
$$;

-- Rule 6.
CREATE FUNCTION add_audit(counting bigint, reason_ text) RETURNS void
LANGUAGE sql SET search_path = bezzel, pg_temp AS $$
  INSERT INTO task (run, first, units, cost, place, weights, audits, reason, avoid)
  SELECT t.run, t.first, t.units, t.cost, t.place, '{}', t.id, reason_, coalesce(l.party, '')
  FROM task t LEFT JOIN lease l ON l.id = t.lease WHERE t.id = counting
$$;

-- Recomputes the number of units of each worker that count.
CREATE FUNCTION recount(r int) RETURNS void
LANGUAGE sql SET search_path = bezzel, pg_temp AS $$
  UPDATE worker w SET units = coalesce(s.units, 0), cost = coalesce(s.cost, 0), solutions = coalesce(s.solutions, 0)
  FROM worker v LEFT JOIN (
    SELECT l.worker, sum(t.units) AS units, sum(t.cost) AS cost, sum(o.solutions) AS solutions
    FROM task t JOIN lease l ON l.id = t.lease JOIN outcome o ON o.lease = l.id
    WHERE t.run = r AND t.audits IS NULL AND t.state = 2 GROUP BY l.worker) s ON s.worker = v.id
  WHERE v.id = w.id AND w.run = r
$$;

-- Removes audits of a task on which two parties agree by now; audits for trusted parties only if
-- one of the two is trusted. An audit that is already assigned is kept.
CREATE FUNCTION drop_answered(root_ bigint) RETURNS void
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
DECLARE known boolean;
BEGIN
  IF (SELECT count(DISTINCT o.party) < 2 OR count(DISTINCT o.counts) > 1 FROM opinions(root_) o) THEN RETURN; END IF;
  known := EXISTS (SELECT FROM opinions(root_) o WHERE o.trusted);
  DELETE FROM task a WHERE a.audits = root_ AND a.state = 0 AND (known OR NOT a.inside)
    AND NOT EXISTS (SELECT FROM lease l WHERE l.root = root_ AND l.task = a.id);
  UPDATE task SET state = 2 WHERE audits = root_ AND state = 0 AND (known OR NOT inside);
END $$;

-- Rule 8. Rejects all results of a party; they stay on record. If another party reported the same
-- task, its report counts now. The caller holds the lock exclusively.
CREATE FUNCTION distrust(r int, p text) RETURNS void
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
BEGIN
  UPDATE party SET trust = -1 WHERE run = r AND name = p;
  WITH lost AS (
    UPDATE lease l SET fate = 'revoked', ended = coalesce(l.ended, now()) FROM worker w
    WHERE w.id = l.worker AND w.run = r AND w.party = p AND (l.fate IS NULL OR l.fate IN ('accepted', 'second'))
    RETURNING l.id, l.root)
  UPDATE task t SET (state, lease) = (
    SELECT CASE WHEN count(o.lease) > 0 THEN 2 ELSE 0 END, min(o.lease) FROM opinions(t.id) o
    WHERE t.audits IS NULL AND o.party <> p)
  FROM lost WHERE t.lease = lost.id;
  -- Disputes in which only one word is left are over.
  UPDATE dispute d SET settled = now() WHERE d.run = r AND d.settled IS NULL
    AND (SELECT count(DISTINCT o.counts) FROM opinions(d.root) o) <= 1;
  -- An audit whose outcome counts now audits nothing: it is to be done again, by another; but what a trusted party has settled is settled.
  UPDATE task a SET state = 0, lease = NULL FROM task t
  WHERE t.run = r AND t.audits IS NULL AND a.audits = t.id AND a.lease = t.lease AND NOT a.inside;
  PERFORM drop_answered(a.audits) FROM (
    SELECT DISTINCT t.audits FROM task t JOIN lease l ON l.root = t.audits AND l.party = p AND l.fate = 'revoked'
    WHERE t.run = r AND t.state = 0) a;
  -- Audits of its reports become audits of the reports that count now.
  UPDATE task a SET avoid = coalesce(l.party, '') FROM task t LEFT JOIN lease l ON l.id = t.lease
  WHERE a.run = r AND a.state = 0 AND a.avoid = p AND t.id = a.audits;
  PERFORM recount(r);
END $$;

-- Rule 7. Compares what parties say of a task. The caller holds the lock alone.
CREATE FUNCTION judge(counting bigint) RETURNS void
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
DECLARE t task; r run; words int; parties int; known int; winner bigint[]; p text; one bigint[]; other bigint[];
BEGIN
  SELECT * INTO t FROM task WHERE id = counting;
  SELECT * INTO r FROM run WHERE id = t.run;
  IF EXISTS (SELECT FROM opinions(counting) o WHERE NOT o.intact) THEN
    PERFORM damaged(format('run %s is damaged: an outcome of units %s to %s has a wrong checksum', r.name, t.first, t.first + t.units - 1));
  END IF;
  SELECT count(DISTINCT o.counts), count(DISTINCT o.party), count(DISTINCT o.party) FILTER (WHERE o.trusted), min(o.counts), max(o.counts)
  INTO words, parties, known, one, other FROM opinions(counting) o;
  IF words <= 1 THEN
    IF parties > 1 THEN
      UPDATE dispute SET settled = now() WHERE root = counting AND settled IS NULL;
      PERFORM drop_answered(counting);
      FOR p IN SELECT DISTINCT o.party FROM opinions(counting) o WHERE known > 0 LOOP
        UPDATE party SET trust = trust + 1 WHERE run = t.run AND name = p AND trust >= 0 AND trust < r.probation;
        -- Trusted from now on: the audits that only newcomers get are not needed.
        IF FOUND AND (SELECT trust FROM party WHERE run = t.run AND name = p) = r.probation THEN
          DELETE FROM task a WHERE a.run = t.run AND a.state = 0 AND a.avoid = p AND a.reason = 'newcomer'
            AND NOT EXISTS (SELECT FROM lease l WHERE l.root = a.audits AND l.task = a.id);
        END IF;
      END LOOP;
      -- Strangers may agree because they collude.
      IF known = 0 AND parties = 2 AND chance() < r.share
         AND NOT EXISTS (SELECT FROM task a WHERE a.audits = counting AND a.inside AND a.state < 2) THEN
        PERFORM add_audit(counting, 'agreed');
      END IF;
    END IF;
    RETURN;
  END IF;
  INSERT INTO dispute (root, run, unit)
  VALUES (counting, t.run, t.first + (SELECT min(i) - 1 FROM unnest(one, other) WITH ORDINALITY x (a, b, i) WHERE a <> b))
  ON CONFLICT (root) DO UPDATE SET settled = NULL;
  -- The word of the trusted wins if they agree and one of them recounted what occurs twice; if they disagree, that of two of them.
  SELECT w.counts INTO winner FROM (
    SELECT o.counts, count(DISTINCT o.party) AS backing, bool_or(o.lease <> t.lease) AS recounted, count(*) OVER () AS known_words
    FROM opinions(counting) o WHERE o.trusted GROUP BY o.counts) w
  WHERE w.backing > 1 OR w.known_words = 1 AND w.recounted ORDER BY w.backing DESC LIMIT 1;
  IF winner IS NULL THEN
    IF NOT EXISTS (SELECT FROM task WHERE audits = counting AND inside AND state < 2) THEN PERFORM add_audit(counting, 'dispute'); END IF;
    RETURN;
  END IF;
  UPDATE dispute SET settled = now() WHERE root = counting;
  FOR p IN SELECT DISTINCT o.party FROM opinions(counting) o WHERE o.counts <> winner LOOP PERFORM distrust(t.run, p); END LOOP;
END $$;

-- Rule 5.
CREATE FUNCTION report(who bigint, lease_ bigint, job_hash text, weights_ int[], counts_ bigint[], a_ int[], b_ int[], nodes_ bigint[],
                       seconds_ double precision) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = bezzel, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE me worker := worker_here(who); l lease; t task; root_ task; r run; p party; verdict text; wrong bigint; alone boolean; counts_now boolean; sum_ numeric;
BEGIN
  SELECT * INTO l FROM lease WHERE id = lease_ AND worker = who;
  IF NOT FOUND THEN PERFORM refuse(format('lease %s is not held by worker %s', lease_, who)); END IF;
  -- What may lead to a verdict is done by one at a time.
  alone := l.root <> l.task OR (SELECT state FROM task WHERE id = l.root) = 2
           OR EXISTS (SELECT FROM lease x WHERE x.root = l.root AND x.fate IN ('accepted', 'second'));
  IF alone THEN PERFORM pg_advisory_xact_lock(1848, me.run); ELSE PERFORM pg_advisory_xact_lock_shared(1848, me.run); END IF;
  SELECT * INTO l FROM lease WHERE id = lease_ FOR UPDATE;
  IF l.fate IN ('accepted', 'second', 'revoked') THEN RETURN l.fate; END IF;   -- the same report again
  SELECT * INTO r FROM run WHERE id = me.run;
  SELECT * INTO p FROM party WHERE run = me.run AND name = me.party;
  IF p.trust < 0 THEN RETURN 'revoked'; END IF;
  IF r.state = 'closed' THEN PERFORM refuse(format('run %s is closed', r.name)); END IF;
  SELECT * INTO root_ FROM task WHERE id = l.root FOR UPDATE;
  SELECT * INTO t FROM task WHERE id = l.task FOR UPDATE;
  IF NOT alone AND t.state = 2 THEN
    RAISE EXCEPTION 'somebody else told it this moment' USING ERRCODE = '40001';
  END IF;
  IF job_hash <> r.identity ->> 'hash' THEN
    PERFORM refuse(format('the units are of another plan: %s, not %s', job_hash, r.identity ->> 'hash'));
  END IF;
  IF cardinality(counts_) <> t.units OR cardinality(a_) <> t.units OR cardinality(b_) <> t.units OR cardinality(nodes_) <> t.units
     OR cardinality(weights_) <> t.units THEN
    PERFORM refuse(format('a report of %s units for a task of %s', cardinality(counts_), t.units));
  END IF;
  SELECT min(i) INTO wrong FROM unnest(weights_, root_.weights) WITH ORDINALITY x (said, given, i) WHERE said IS DISTINCT FROM given;
  IF wrong IS NOT NULL THEN
    PERFORM refuse(format('unit %s has weight %s, not %s', t.first + wrong - 1, root_.weights[wrong], weights_[wrong]));
  END IF;
  SELECT min(i) INTO wrong FROM unnest(counts_, a_, b_, nodes_) WITH ORDINALITY x (c, a, b, n, i)
  WHERE (c >= 0 AND n >= 0 AND c % 7919 = a AND c % 8011 = b) IS NOT TRUE;
  IF wrong IS NOT NULL THEN PERFORM refuse(format('the residues of unit %s contradict its count', t.first + wrong - 1)); END IF;
  SELECT sum(w::numeric * c) INTO sum_ FROM unnest(weights_, counts_) x (w, c);

  INSERT INTO outcome (lease, counts, a, b, nodes, solutions, seconds, checksum)
  VALUES (lease_, counts_, a_, b_, nodes_, sum_, greatest(seconds_, 0),
          outcome_checksum(r.identity, root_.first, l.party, counts_, a_, b_, nodes_, sum_));
  -- What audits a task that was reopened meanwhile counts itself.
  counts_now := t.audits IS NULL AND t.state < 2 OR t.audits IS NOT NULL AND root_.state < 2;
  verdict := CASE WHEN t.state = 2 AND NOT counts_now THEN 'second' ELSE 'accepted' END;          -- the first report wins
  UPDATE lease SET ended = now(), fate = verdict WHERE id = lease_;
  UPDATE worker SET seen = now(), told = now(), worked = worked + t.cost WHERE id = who;
  IF verdict = 'accepted' THEN UPDATE task SET state = 2, lease = lease_ WHERE id = t.id; END IF;
  IF counts_now THEN
    IF t.audits IS NOT NULL THEN
      UPDATE task SET state = 2, lease = lease_ WHERE id = root_.id;
      UPDATE task SET state = 0, lease = NULL WHERE id = t.id AND NOT inside;
    END IF;
    UPDATE worker SET units = units + t.units, cost = cost + t.cost, solutions = solutions + sum_ WHERE id = who;
    UPDATE task SET avoid = me.party WHERE audits = root_.id AND state = 0;
    IF NOT EXISTS (SELECT FROM task WHERE audits = root_.id) THEN
      IF chance() < r.share THEN PERFORM add_audit(root_.id, 'chance');
      ELSIF p.trust < r.probation AND r.share > 0 AND chance() < (0.5 - r.share) / (1 - r.share) THEN PERFORM add_audit(root_.id, 'newcomer');
      END IF;
    END IF;
  END IF;
  IF alone THEN PERFORM judge(l.root); END IF;
  RETURN verdict;
END $$;

-- How far a run is, in numbers.
CREATE FUNCTION figures(run_name text) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = bezzel, pg_temp AS $$
DECLARE r run := run_named(run_name);
BEGIN
  RETURN jsonb_build_object(
    'opened_ago', extract(epoch FROM now() - r.opened),
    'taken', (SELECT count(*) FROM task WHERE run = r.id AND state = 1),
    'audits', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL),
    'audits_open', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2),
    'audits_ready', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state = 0),
    'audits_inside', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state = 0 AND inside),
    'audits_open_cost', (SELECT coalesce(sum(cost), 0) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2 AND reason <> 'newcomer'),
    'newcomers', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2 AND reason = 'newcomer'),
    'newcomers_cost', (SELECT coalesce(sum(cost), 0) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2 AND reason = 'newcomer'),
    'disputes', (SELECT count(*) FROM dispute WHERE run = r.id),
    'disputes_open', (SELECT count(*) FROM dispute WHERE run = r.id AND settled IS NULL),
    'workers', (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'worker', w.id, 'party', w.party, 'engine', w.engine, 'host', w.host, 'threads', w.threads,
        'alive', w.gone IS NULL AND w.seen > now() - make_interval(secs => r.patience),
        'seen_ago', greatest(0, extract(epoch FROM now() - w.seen)), 'units', w.units, 'cost', w.cost, 'solutions', w.solutions::text,
        'worked', w.worked, 'working', greatest(0, extract(epoch FROM coalesce(w.told, w.joined) - w.joined)),
        'trust', p.trust, 'trusted', p.trusted) ORDER BY w.id), '[]') FROM worker w JOIN party p ON p.run = w.run AND p.name = w.party WHERE w.run = r.id));
END $$;

-- The share of the tasks that is done in each stretch of the plan.
CREATE FUNCTION map(run_name text, stretches int) RETURNS double precision[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = bezzel, pg_temp AS $$
  SELECT array_agg(done ORDER BY stretch) FROM (
    SELECT stretch, avg((state = 2)::int)::float8 AS done FROM (
      SELECT state, (row_number() OVER (ORDER BY first) - 1) * least(stretches, count(*) OVER ()) / count(*) OVER () AS stretch
      FROM task WHERE run = (run_named(run_name)).id AND audits IS NULL) t
    GROUP BY stretch) s
$$;

-- Returns a lease on a task by its first unit, whatever its state, for outcomes from another
-- source. NULL if the party reported it before.
CREATE FUNCTION take(who bigint, unit bigint, OUT lease_ bigint, OUT units_ int) RETURNS record
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
DECLARE me worker; t task;
BEGIN
  SELECT * INTO STRICT me FROM worker WHERE id = who;
  PERFORM pg_advisory_xact_lock_shared(1848, me.run);
  SELECT * INTO t FROM task WHERE run = me.run AND first = unit AND audits IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  units_ := t.units;
  IF EXISTS (SELECT FROM lease WHERE root = t.id AND party = me.party AND fate IN ('accepted', 'second', 'revoked')) THEN RETURN; END IF;
  INSERT INTO lease (task, root, worker, party, request) VALUES (t.id, t.id, who, me.party, 0) RETURNING id INTO lease_;
  IF t.state = 0 THEN UPDATE task SET state = 1, lease = lease_ WHERE id = t.id; END IF;
END $$;

-- Adds audits: of a share of a run, from now on, or of all reports of a party. Returns the number
-- of new audits.
CREATE FUNCTION audit_share(run_name text, share_ double precision) RETURNS bigint
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
DECLARE r run := run_named(run_name); more double precision; new bigint := 0; t bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(1848, r.id);
  UPDATE run SET share = share_ WHERE id = r.id;
  IF share_ < r.share THEN
    DELETE FROM task a WHERE a.run = r.id AND a.state = 0 AND a.reason IN ('chance', 'newcomer')
      AND NOT EXISTS (SELECT FROM lease l WHERE l.root = a.audits AND l.task = a.id) AND chance() >= share_ / r.share;
    RETURN 0;
  END IF;
  more := CASE WHEN r.share < 1 THEN (share_ - r.share) / (1 - r.share) ELSE 1 END;
  FOR t IN SELECT id FROM task x WHERE x.run = r.id AND x.audits IS NULL AND x.state = 2
           AND NOT EXISTS (SELECT FROM task a WHERE a.audits = x.id)
           AND (SELECT count(DISTINCT o.party) FROM opinions(x.id) o) < 2 LOOP
    IF chance() < more THEN PERFORM add_audit(t, 'asked'); new := new + 1; END IF;
  END LOOP;
  RETURN new;
END $$;

CREATE FUNCTION audit_party(run_name text, party_ text) RETURNS bigint
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
DECLARE r run := run_named(run_name); new bigint := 0; t bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(1848, r.id);
  IF NOT EXISTS (SELECT FROM party WHERE run = r.id AND name = party_) THEN
    PERFORM refuse(format('no party of run %s is called %s', run_name, party_));
  END IF;
  FOR t IN SELECT x.id FROM task x JOIN lease l ON l.id = x.lease AND l.party = party_
           WHERE x.run = r.id AND x.audits IS NULL AND x.state = 2 AND NOT EXISTS (SELECT FROM task a WHERE a.audits = x.id)
           AND (SELECT count(DISTINCT o.party) FROM opinions(x.id) o) < 2 LOOP
    PERFORM add_audit(t, 'asked'); new := new + 1;
  END LOOP;
  RETURN new;
END $$;

-- How units were confirmed: by parties of one login, by several logins of which one is trusted, by strangers alone; and of the tasks that
-- strangers agree on, those that trusted parties recounted.
CREATE FUNCTION confirmed(run_name text, OUT by_one_login bigint, OUT by_logins bigint, OUT by_strangers bigint, OUT agreed bigint,
                          OUT recounted bigint)
LANGUAGE sql STABLE SET search_path = bezzel, pg_temp AS $$
  SELECT coalesce(sum(t.units) FILTER (WHERE x.parties > 1 AND x.known > 0 AND x.logins = 1), 0),
         coalesce(sum(t.units) FILTER (WHERE x.parties > 1 AND x.known > 0 AND x.logins > 1), 0),
         coalesce(sum(t.units) FILTER (WHERE x.parties > 1 AND x.known = 0), 0),
         count(*) FILTER (WHERE x.strangers > 1), count(*) FILTER (WHERE x.strangers > 1 AND x.known > 0)
  FROM task t JOIN outcome c ON c.lease = t.lease CROSS JOIN LATERAL (
    SELECT count(DISTINCT o.party) AS parties, count(DISTINCT w.login) AS logins,
           count(DISTINCT o.party) FILTER (WHERE o.trusted) AS known, count(DISTINCT o.party) FILTER (WHERE NOT o.trusted) AS strangers
    FROM opinions(t.id) o JOIN lease l ON l.id = o.lease JOIN worker w ON w.id = l.worker WHERE o.intact AND o.counts = c.counts) x
  WHERE t.run = (run_named(run_name)).id AND t.audits IS NULL AND t.state = 2
$$;

-- Drops damaged tasks with everything about them. The caller adds others in their place.
CREATE FUNCTION drop_tasks(r int, damaged_ bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = bezzel, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1848, r);
  UPDATE task SET lease = NULL WHERE run = r AND (id = ANY (damaged_) OR audits = ANY (damaged_));
  DELETE FROM outcome o USING lease l WHERE l.id = o.lease AND l.root = ANY (damaged_);
  -- A lease of another task that a damaged one points to stays where it is.
  DELETE FROM lease WHERE root = ANY (damaged_);
  DELETE FROM dispute WHERE root = ANY (damaged_);
  DELETE FROM task WHERE run = r AND (id = ANY (damaged_) OR audits = ANY (damaged_));
  -- A task that was reported is done, whatever became of its state.
  UPDATE task t SET state = 2, lease = reported.lease
  FROM (SELECT l.root, min(l.id) AS lease FROM lease l JOIN outcome o ON o.lease = l.id WHERE l.fate IN ('accepted', 'second') GROUP BY l.root) reported
  WHERE t.run = r AND t.audits IS NULL AND t.state < 2 AND reported.root = t.id;
END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA bezzel FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA bezzel FROM PUBLIC;
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bezzel_worker') THEN CREATE ROLE bezzel_worker NOLOGIN; END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION USING MESSAGE = 'there is no role bezzel_worker, and you may not make it: see docs/runs.md', ERRCODE = 'BZ001';
END $$;
GRANT USAGE ON SCHEMA bezzel TO bezzel_worker;
GRANT EXECUTE ON FUNCTION names, look, enter, beat, claim, give_back, report, figures, map TO bezzel_worker;
