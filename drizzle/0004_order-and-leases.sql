DROP INDEX `conversations_page`;--> statement-breakpoint
ALTER TABLE `conversations` ADD `activity_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Hand-written: what was there before keeps the order that it had.
UPDATE `conversations` SET `activity_seq` = `ranked`.`n` FROM (
	SELECT `id`, row_number() OVER (PARTITION BY `user_id` ORDER BY `updated_at`, `id`) AS `n` FROM `conversations`
) AS `ranked` WHERE `ranked`.`id` = `conversations`.`id`;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_page` ON `conversations` (`user_id`,`activity_seq`);--> statement-breakpoint
DROP INDEX `runs_conversation`;--> statement-breakpoint
ALTER TABLE `runs` ADD `accepted_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `runs` SET `accepted_seq` = `ranked`.`n` FROM (
	SELECT `id`, row_number() OVER (ORDER BY `rowid`) AS `n` FROM `runs`
) AS `ranked` WHERE `ranked`.`id` = `runs`.`id`;--> statement-breakpoint
ALTER TABLE `runs` ADD `lease_owner` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `lease_expires_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `runs_accepted` ON `runs` (`accepted_seq`);--> statement-breakpoint
CREATE INDEX `runs_conversation` ON `runs` (`conversation_id`,`accepted_seq`);
