-- The store of runs in one file. The functions of the PostgreSQL store are in Rust here (rules.rs),
-- each as one transaction. Times are seconds since 1970. Lists of numbers are 64-bit little-endian
-- words. Everyone with access to the file is trusted. Checksums are functions of the program:
-- run_checksum covers everything that does not change, and the total; outcome_checksum binds an
-- outcome to its job, its units and the party that reported it.
CREATE TABLE run (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, identity TEXT NOT NULL, engine TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0), cost REAL NOT NULL CHECK (cost > 0),
  apart TEXT NOT NULL CHECK (apart IN ('login', 'host', 'engine')), share REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
  probation INTEGER NOT NULL, patience REAL NOT NULL, deadline REAL NOT NULL, slowness REAL NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'closed')),
  swept REAL NOT NULL, opened REAL NOT NULL, closed REAL, total TEXT, certified TEXT, checksum INTEGER NOT NULL,
  CHECK ((state = 'closed') = (total IS NOT NULL))) STRICT;

CREATE TABLE party (
  run INTEGER NOT NULL REFERENCES run, name TEXT NOT NULL, trust INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (run, name)) STRICT, WITHOUT ROWID;

CREATE TABLE worker (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run, party TEXT NOT NULL, login TEXT NOT NULL, host TEXT NOT NULL,
  engine TEXT NOT NULL, threads INTEGER NOT NULL, joined REAL NOT NULL, seen REAL NOT NULL, told REAL, gone REAL,
  units INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0, solutions TEXT NOT NULL DEFAULT '0', worked REAL NOT NULL DEFAULT 0,
  FOREIGN KEY (run, party) REFERENCES party) STRICT;
CREATE INDEX worker_run ON worker (run);

CREATE TABLE task (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run, first INTEGER NOT NULL, units INTEGER NOT NULL CHECK (units > 0),
  cost REAL NOT NULL, place INTEGER NOT NULL, weights BLOB NOT NULL, audits INTEGER REFERENCES task,
  reason TEXT CHECK (reason IN ('chance', 'newcomer', 'asked', 'dispute')), avoid TEXT NOT NULL DEFAULT '',
  state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)), lease INTEGER REFERENCES lease,
  CHECK ((audits IS NULL) = (reason IS NULL))) STRICT;
CREATE UNIQUE INDEX task_once ON task (run, first) WHERE audits IS NULL;
CREATE INDEX task_ready ON task (run, place) WHERE state = 0 AND audits IS NULL;
CREATE INDEX audit_ready ON task (run, avoid, id) WHERE state = 0 AND audits IS NOT NULL;
CREATE INDEX task_taken ON task (run) WHERE state = 1;
CREATE INDEX task_audits ON task (audits) WHERE audits IS NOT NULL;
CREATE INDEX audit_run ON task (run) WHERE audits IS NOT NULL;

CREATE TABLE lease (
  id INTEGER PRIMARY KEY, task INTEGER NOT NULL, root INTEGER NOT NULL REFERENCES task, worker INTEGER NOT NULL REFERENCES worker,
  party TEXT NOT NULL, request INTEGER NOT NULL, taken REAL NOT NULL, ended REAL,
  fate TEXT CHECK (fate IN ('accepted', 'second', 'expired', 'returned', 'revoked'))) STRICT;
CREATE INDEX lease_open ON lease (worker) WHERE fate IS NULL;
CREATE INDEX lease_root ON lease (root);

CREATE TABLE outcome (
  lease INTEGER PRIMARY KEY REFERENCES lease, counts BLOB NOT NULL, a BLOB NOT NULL, b BLOB NOT NULL, nodes BLOB NOT NULL,
  solutions TEXT NOT NULL, seconds REAL NOT NULL, checksum INTEGER NOT NULL) STRICT;

CREATE TABLE dispute (
  root INTEGER PRIMARY KEY REFERENCES task, run INTEGER NOT NULL REFERENCES run, unit INTEGER NOT NULL,
  opened REAL NOT NULL, settled REAL) STRICT;
CREATE INDEX dispute_run ON dispute (run);
PRAGMA user_version = 2;
