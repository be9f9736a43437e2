ALTER TABLE `runs` ADD `parent` text;--> statement-breakpoint
-- So far each run followed the one that was accepted before it.
UPDATE `runs` SET `parent` = (
  SELECT earlier.id FROM `runs` AS earlier
  WHERE earlier.conversation_id = `runs`.conversation_id AND earlier.rowid < `runs`.rowid
  ORDER BY earlier.rowid DESC LIMIT 1
);
