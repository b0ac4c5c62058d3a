// SPDX-License-Identifier: GPL-2.0-only
/*
 * A module that uses the time manager: a function that is called at each release of a channel, and
 * a wait for one. It is never loaded to its end: ECANCELED says that all came as it was asked for,
 * another error what did not.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/module.h>

#include "isochron_time_kernel.h"

#define CHANNEL	 3
#define PERIOD	 100000 /* cycles */
#define RELEASES 20
#define LATEST	 20000 /* cycles to the function: an interrupt's entry, and what masks it */

struct example {
	struct time_file *user;
	struct completion done;
	u64 next;
	unsigned int releases;
	unsigned int wrong;
};

static void released(u64 date, void *data)
{
	struct example *example = data;

	if (date != example->next || isochron_time_now(example->user) - date > LATEST)
		example->wrong++;
	example->next += PERIOD;
	if (++example->releases == RELEASES)
		complete(&example->done);
}

/* Periods, of which each release calls the function. */
static int called(struct example *example)
{
	struct isochron_time_start start = {
		.channel = CHANNEL,
		.flags = ISOCHRON_TIME_ABSOLUTE,
		.delay = isochron_time_now(example->user) + PERIOD,
		.period = PERIOD,
	};
	int error;

	example->next = start.delay;
	error = isochron_time_on_release(example->user, CHANNEL, released, example);
	if (!error)
		error = isochron_time_start(example->user, &start);
	if (error)
		return error;
	wait_for_completion(&example->done);
	isochron_time_stop(example->user, CHANNEL);
	return example->wrong ? -ETIME : 0;
}

/* A delay, and a wait for its end. */
static int waited(struct example *example)
{
	struct isochron_time_start start = { .channel = CHANNEL, .delay = PERIOD };
	struct isochron_time_wait wait = { .channel = CHANNEL };
	unsigned int before = example->releases;
	u64 begin = isochron_time_now(example->user);
	int error = isochron_time_on_release(example->user, CHANNEL, NULL, NULL);

	if (!error)
		error = isochron_time_start(example->user, &start);
	if (!error)
		error = isochron_time_wait(example->user, &wait);
	if (error)
		return error;
	if (wait.release - begin < PERIOD || wait.overruns || example->releases != before)
		return -ETIME;
	return 0;
}

static int use(struct example *example)
{
	struct time_file *other = isochron_time_open();
	int error;

	if (IS_ERR(other))
		return PTR_ERR(other);
	error = isochron_time_claim(example->user, CHANNEL);
	if (!error && isochron_time_claim(other, CHANNEL) != -EBUSY)
		error = -EPERM;
	isochron_time_close(other);
	if (!error)
		error = called(example);
	if (!error)
		error = waited(example);
	return error ?: -ECANCELED;
}

static int __init example_init(void)
{
	static struct example example;
	int error;

	init_completion(&example.done);
	example.user = isochron_time_open();
	if (IS_ERR(example.user))
		return PTR_ERR(example.user);
	error = use(&example);
	isochron_time_close(example.user);
	return error;
}
module_init(example_init);

MODULE_DESCRIPTION("Uses Isochron's time manager from the kernel");
MODULE_LICENSE("GPL");
