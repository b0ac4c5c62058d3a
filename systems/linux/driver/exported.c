// SPDX-License-Identifier: GPL-2.0-only
/*
 * What other code of the kernel may call: isochron_time_kernel.h.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>

#include "time_manager.h"

struct time_file *isochron_time_open(void)
{
	struct time_manager *manager = time_manager_get();
	struct time_file *user;

	if (!manager)
		return ERR_PTR(-ENODEV);
	user = kzalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return ERR_PTR(-ENOMEM);
	user->manager = manager;
	return user;
}
EXPORT_SYMBOL_GPL(isochron_time_open);

void isochron_time_close(struct time_file *user)
{
	channels_unclaim_all(user->manager, user);
	kfree(user);
}
EXPORT_SYMBOL_GPL(isochron_time_close);

u64 isochron_time_now(struct time_file *user)
{
	return time_manager_get_time(user->manager);
}
EXPORT_SYMBOL_GPL(isochron_time_now);

int isochron_time_claim(struct time_file *user, u32 channel)
{
	return channel_claim(user->manager, user, channel);
}
EXPORT_SYMBOL_GPL(isochron_time_claim);

int isochron_time_unclaim(struct time_file *user, u32 channel)
{
	return channel_unclaim(user->manager, user, channel);
}
EXPORT_SYMBOL_GPL(isochron_time_unclaim);

int isochron_time_start(struct time_file *user, const struct isochron_time_start *start)
{
	return channel_start(user->manager, user, start);
}
EXPORT_SYMBOL_GPL(isochron_time_start);

int isochron_time_stop(struct time_file *user, u32 channel)
{
	return channel_stop(user->manager, user, channel);
}
EXPORT_SYMBOL_GPL(isochron_time_stop);

int isochron_time_wait(struct time_file *user, struct isochron_time_wait *wait)
{
	return channel_wait(user->manager, user, wait, true);
}
EXPORT_SYMBOL_GPL(isochron_time_wait);

int isochron_time_on_release(struct time_file *user, u32 channel, isochron_time_released *released,
			     void *data)
{
	return channel_on_release(user->manager, user, channel, released, data);
}
EXPORT_SYMBOL_GPL(isochron_time_on_release);
