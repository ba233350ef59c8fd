// Small comforts on top of pages that work without them.
