CREATE TABLE `audit_checkpoint` (
	`n` integer PRIMARY KEY NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`segment_root` text NOT NULL,
	`chain_head` text NOT NULL,
	`prev_checkpoint_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`signature` text NOT NULL
);
--> statement-breakpoint
-- A checkpoint is never changed, and INSERT OR REPLACE would delete one without firing delete triggers.
CREATE TRIGGER audit_checkpoint_no_update BEFORE UPDATE ON audit_checkpoint
BEGIN SELECT RAISE(ABORT, 'audit_checkpoint is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_checkpoint_no_delete BEFORE DELETE ON audit_checkpoint
BEGIN SELECT RAISE(ABORT, 'audit_checkpoint is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_checkpoint_no_replace BEFORE INSERT ON audit_checkpoint
WHEN EXISTS (SELECT 1 FROM audit_checkpoint WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'audit_checkpoint is append-only'); END;
