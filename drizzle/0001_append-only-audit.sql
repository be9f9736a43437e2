-- The audit is append-only for everybody who goes through this database, ourselves included.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
-- INSERT OR REPLACE deletes the old row without firing delete triggers, so an insert is checked as well.
CREATE TRIGGER audit_log_next_number BEFORE INSERT ON audit_log
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only: the next number is due'); END;
--> statement-breakpoint
CREATE TRIGGER audit_payload_no_update BEFORE UPDATE ON audit_payload
BEGIN SELECT RAISE(ABORT, 'audit_payload is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_payload_no_delete BEFORE DELETE ON audit_payload
BEGIN SELECT RAISE(ABORT, 'audit_payload is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_payload_no_replace BEFORE INSERT ON audit_payload
WHEN EXISTS (SELECT 1 FROM audit_payload WHERE seq = NEW.seq AND side = NEW.side)
BEGIN SELECT RAISE(ABORT, 'audit_payload is append-only'); END;
