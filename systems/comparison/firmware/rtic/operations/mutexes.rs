// SPDX-License-Identifier: Apache-2.0
//! As ../../operations/mutexes.c where nobody waits: lock and unlock of a resource, over the drop from
//! the highest task that shares it to the caller.
#![no_std]
#![no_main]

#[rtic::app(device = soc, backend = H0, peripherals = false)]
mod app {
    use comparison::{bench, soc, start, stop};
    use rtic::Mutex;

    #[shared]
    struct Shared {
        drop_1: u32,
        drop_5: u32,
        drop_10: u32,
        drop_20: u32,
    }

    #[local]
    struct Local {}

    #[init]
    fn init(_: init::Context) -> (Shared, Local) {
        bench::begin();
        low::spawn().unwrap();
        high_1::spawn().unwrap();
        high_5::spawn().unwrap();
        high_10::spawn().unwrap();
        high_20::spawn().unwrap();
        (Shared { drop_1: 0, drop_5: 0, drop_10: 0, drop_20: 0 }, Local {})
    }

    #[task(priority = 2, shared = [drop_1])]
    async fn high_1(mut context: high_1::Context) {
        context.shared.drop_1.lock(|value| *value += 1);
    }

    #[task(priority = 6, shared = [drop_5])]
    async fn high_5(mut context: high_5::Context) {
        context.shared.drop_5.lock(|value| *value += 1);
    }

    #[task(priority = 11, shared = [drop_10])]
    async fn high_10(mut context: high_10::Context) {
        context.shared.drop_10.lock(|value| *value += 1);
    }

    #[task(priority = 21, shared = [drop_20])]
    async fn high_20(mut context: high_20::Context) {
        context.shared.drop_20.lock(|value| *value += 1);
    }

    #[inline(never)]
    fn lock_and_unlock<const DROP: u32>(resource: &mut impl Mutex<T = u32>) -> (u32, u32) {
        start!("lock", DROP);
        let locked = resource.lock(|value| {
            let cycles = stop!("lock", DROP);

            *value += 1;
            start!("unlock", DROP);
            cycles
        });
        (locked, stop!("unlock", DROP))
    }

    fn measure<const DROP: u32>(resource: &mut impl Mutex<T = u32>) {
        for _ in 0..bench::SAMPLES {
            let (lock, unlock) = lock_and_unlock::<DROP>(resource);

            bench::sample(c"lock", lock, c"priority_drop=%u", DROP);
            bench::sample(c"unlock", unlock, c"priority_drop=%u", DROP);
        }

        resource.lock(|value| assert!(*value == 1 + bench::SAMPLES));
    }

    #[task(priority = 1, shared = [drop_1, drop_5, drop_10, drop_20])]
    async fn low(mut context: low::Context) {
        measure::<1>(&mut context.shared.drop_1);
        measure::<5>(&mut context.shared.drop_5);
        measure::<10>(&mut context.shared.drop_10);
        measure::<20>(&mut context.shared.drop_20);
        bench::end()
    }
}
